import type { ControllerReport } from '../../../abilities/controllers/controller-service.ts';
import type { ReceiverReport } from '../../../abilities/notify/receiver-service.ts';
import type { Services } from '../../../abilities/open-abilities.ts';
import type { ArchiveCounts } from '../../../abilities/records/execution-service.ts';
import type { Caller } from '../../../access/caller.ts';
import type { EngineName } from '../../../base/config/allowed-values.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';

/** Whether something can be used; throws while it cannot. @returns its version, if that is known */
type ReadinessCheck = () => Promise<string | void>;
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>;

export interface SystemHandlersOptions {
  readonly services: Pick<Services, 'executions' | 'engines' | 'space' | 'receivers' | 'controllers'>;
  readonly contract: JsonObject;
  /** The version of the contract. */
  readonly contractVersion: string;
  readonly version: string;
  /** By name. */
  readonly checks: ReadinessChecks;
  /** The names of checks of which one suffices. */
  readonly alternatives?: readonly string[] | undefined;
  readonly now?: () => Date;
}

/** Probes, the contract, and the state of the installation. */
export function systemHandlers(options: SystemHandlersOptions) {
  const { services, contract, contractVersion, version, checks, alternatives, now = () => new Date() } = options;
  const { space } = services;
  const allChecks = space === undefined ? checks : { ...checks, storage: () => space.requireSpace() };
  const startedAt = now().toISOString();
  return {
    getHealth: (_request, response) => {
      response.json({ status: 'ok', version });
    },

    getReadiness: async (_request, response) => {
      const results = await resultsOf(allChecks, alternatives);
      const entries = results.map(
        ({ result: { name, ready, reason = 'failed' } }) => [name, ready ? 'ok' : reason] as const,
      );
      const byName = Object.fromEntries(entries);
      if (results.some(({ isServing }) => !isServing)) {
        const failed = entries.filter((_, index) => !results[index]?.isServing);
        const detail = failed.map(([name, result]) => `${name}: ${result}`).join('; ');
        throw new AppError('not-ready', detail, { checks: byName });
      }
      response.json({ status: 'ready', version, checks: byName });
    },

    getSystem: async (_request, response) => {
      const [results, work] = await Promise.all([
        resultsOf(allChecks, alternatives),
        workOf(services, callerOf(response)),
      ]);
      response.json({
        status: results.every(({ isServing }) => isServing) ? 'ready' : 'not-ready',
        time: now().toISOString(),
        startedAt,
        version,
        contract: contractVersion,
        node: process.versions.node,
        engine: services.engines.current?.name as EngineName | undefined, // an engine's name is its key in engineModules
        checks: results.map(({ result }) => result),
        ...work,
      });
    },

    listControllers: async (_request, response) => {
      const reports = await services.controllers.list(callerOf(response));
      response.json({ controllers: reports.map(controllerOnWire) });
    },

    getContract: (_request, response) => {
      response.json(contract);
    },
  } satisfies Partial<OperationHandlers>;
}

interface CheckOutcome {
  readonly result: Schema<'System'>['checks'][number];
  /** Also without room for changes: Flowgate then still reads, and running executions end. */
  readonly isServing: boolean;
}

async function resultsOf(checks: ReadinessChecks, alternatives: readonly string[] = []): Promise<CheckOutcome[]> {
  const outcomes = await Promise.all(Object.entries(checks).map(([name, check]) => resultOf(name, check)));
  const isOne = ({ result }: CheckOutcome) => alternatives.includes(result.name);
  if (!outcomes.some((outcome) => isOne(outcome) && outcome.isServing)) return outcomes;
  return outcomes.map((outcome) => (isOne(outcome) ? { ...outcome, isServing: true } : outcome));
}

async function resultOf(name: string, check: ReadinessCheck): Promise<CheckOutcome> {
  try {
    return { result: { name, ready: true, version: (await check()) ?? undefined }, isServing: true };
  } catch (error) {
    const { message, code } = error instanceof AppError ? error : {};
    return { result: { name, ready: false, reason: message }, isServing: code === 'insufficient-storage' };
  }
}

/** Absent while the store is unreachable. */
async function workOf({ executions, receivers }: Pick<Services, 'executions' | 'receivers'>, caller: Caller) {
  try {
    const [queueDepth, archive, counts, reports] = await Promise.all([
      executions.queueDepth(),
      executions.archiveCounts(),
      executions.counts(),
      receivers.list(caller),
    ]);
    return {
      queueDepth,
      archive: archive && archiveOnWire(archive),
      executions: { ...counts },
      ...(reports.length > 0 && { receivers: reports.map(receiverOnWire) }),
    };
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

export function archiveOnWire({ archived, due }: ArchiveCounts): NonNullable<Schema<'System'>['archive']> {
  return { archived, due, waiting: due }; // and the old name
}

export function controllerOnWire(report: ControllerReport): Schema<'Controller'> {
  const { name, url, condition, look, running, open, queueDepth, fallback, isDraining = false } = report;
  const { maxBuilds, namespaces, workerGroups } = report;
  return {
    name,
    url,
    state: condition,
    checkedAt: look?.at,
    version: look?.version,
    reason: url === undefined ? undefined : look?.reason,
    downSince: condition === 'down' ? look?.failingSince : undefined,
    running,
    open,
    waiting: open - running, // of the old contract
    queueDepth,
    executors: look?.executors && { busy: look.executors.busy, total: look.executors.total },
    draining: isDraining,
    fallback,
    maxBuilds,
    namespaces: [...namespaces],
    workerGroups: [...workerGroups],
  };
}

/** How deliveries to a receiver go. */
export function receiverOnWire({
  name,
  namespaces,
  pending,
  failed,
  sent,
  lastSentAt,
  nextAttemptAt,
  lastFailure,
}: ReceiverReport): NonNullable<Schema<'System'>['receivers']>[number] {
  return {
    name,
    namespaces: [...namespaces],
    sent,
    pending,
    waiting: pending, // the old name
    failed,
    lastSentAt: lastSentAt?.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString(),
    lastFailure: lastFailure && { at: lastFailure.at.toISOString(), reason: lastFailure.reason },
  };
}
