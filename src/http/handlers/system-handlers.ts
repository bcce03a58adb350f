import type { Schema } from '../../contract/operation-types.ts';
import { AppError } from '../../problem/app-error.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { Services } from '../../services/services.ts';
import type { OperationHandlers } from '../operation.ts';

/** Whether something can be used; throws while it cannot. @returns its version, if that is known */
export type ReadinessCheck = () => Promise<string | void>;
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>;

export interface SystemHandlersOptions {
  readonly services: Pick<Services, 'executions' | 'engines' | 'space'>;
  readonly contract: JsonObject;
  /** Of the contract. */
  readonly contractVersion: string;
  readonly version: string;
  /** By name. */
  readonly checks: ReadinessChecks;
  readonly now?: () => Date;
}

/** Probes, the contract, and the state of the installation. */
export function systemHandlers(options: SystemHandlersOptions) {
  const { services, contract, contractVersion, version, checks, now = () => new Date() } = options;
  const startedAt = now().toISOString();
  return {
    getHealth: (_request, response) => {
      response.json({ status: 'ok', version });
    },

    getReadiness: async (_request, response) => {
      const results = await resultsOf(checks);
      const entries = results.map(({ name, ready, reason = 'failed' }) => [name, ready ? isOk : reason] as const);
      const byName = Object.fromEntries(entries);
      if (results.some(({ ready }) => !ready)) {
        const failed = entries.filter((_, index) => !results[index]?.ready);
        const detail = failed.map(([name, result]) => `${name}: ${result}`).join('; ');
        throw new AppError('not-ready', detail, { checks: byName });
      }
      response.json({ status: 'ready', version, checks: { ...byName, ...(await storageOf(services)) } });
    },

    getSystem: async (_request, response) => {
      const [results, storage, work] = await Promise.all([resultsOf(checks), storageOf(services), workOf(services)]);
      response.json({
        status: results.every(({ ready }) => ready) ? 'ready' : 'not-ready',
        time: now().toISOString(),
        startedAt,
        version,
        contract: contractVersion,
        node: process.versions.node,
        engine: services.engines.current?.name,
        checks: [
          ...results,
          ...Object.entries(storage).map(([name, reason]) =>
            reason === isOk ? { name, ready: true } : { name, ready: false, reason },
          ),
        ],
        ...work,
      });
    },

    getContract: (_request, response) => {
      response.json(contract);
    },
  } satisfies Partial<OperationHandlers>;
}

const isOk = 'ok';

/** Whether there is room for changes. Without it Flowgate is ready all the same: it reads, and running executions end. */
async function storageOf({ space }: Pick<Services, 'space'>): Promise<Readonly<Record<string, string>>> {
  if (space === undefined) return {};
  const reason = await space
    .demandSpace()
    .catch((error: unknown) => (error instanceof AppError ? error.message : isOk));
  return { storage: reason ?? isOk };
}

type CheckResult = Schema<'System'>['checks'][number];

async function resultsOf(checks: ReadinessChecks): Promise<CheckResult[]> {
  return Promise.all(Object.entries(checks).map(([name, check]) => resultOf(name, check)));
}

async function resultOf(name: string, check: ReadinessCheck): Promise<CheckResult> {
  try {
    return { name, ready: true, version: (await check()) ?? undefined };
  } catch (error) {
    return { name, ready: false, reason: error instanceof AppError ? error.message : undefined };
  }
}

/** Absent while the store is unreachable. */
async function workOf({ executions }: Pick<Services, 'executions'>) {
  try {
    const [queueDepth, counts] = await Promise.all([executions.queueDepth(), executions.counts()]);
    return { queueDepth, executions: { ...counts } };
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}
