import { Caller } from '../../access/caller.ts';
import type { ExecutionStore } from '../../execution/record/execution-store.ts';
import { constantValue } from '../../language/expressions/fill-value.ts';
import { PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { inputValuesFor } from '../../language/inputs/effective-values.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { ownWork, type BoundedRunner } from '../../language/safe-patterns/bounded-runner.ts';
import { AppError, type AppErrorCode } from '../../problem/app-error.ts';
import type { StorageGuard } from '../../store/redis/storage-guard.ts';
import type { SealedValues } from '../../store/secrets/sealed-values.ts';
import type { Tick } from '../../store/triggers/schedule-queue.ts';
import type { SkippedTicks } from '../../store/triggers/skipped-ticks.ts';
import type { JsonObject } from '../../text/json-value.ts';
import type { RunContext } from '../executions/execution-acceptor.ts';
import type { RunService } from '../executions/run-service.ts';
import type { FlowRecord, FlowService } from '../flows/flow-service.ts';
import { firstUnmet, isSameSchedule, scheduleOf, schedulesOf, type ScheduleTrigger } from './flow-triggers.ts';
import { withOpenedSecrets } from './trigger-secrets.ts';

/**
 * The result of a tick: `stale` if the flow no longer has the schedule, `missed` if the tick was processed too late,
 * `early` if it is not due yet because the clock was ahead when it was made: it comes again,
 * `skipped` if a condition of the schedule is not met or the schedule or the flow has the max number of pending
 * executions, `no-space` if the disk or the memory of the store is nearly full.
 */
export type TickOutcome = 'started' | 'failed' | 'stale' | 'missed' | 'early' | 'skipped' | 'no-space';

/** Max executions of one schedule that may be pending before its ticks are skipped. */
const maxPending = 10;

// Long enough for another worker to take over from one that died, or for all workers to restart.
const maxDelay = 60_000;

/** Reasons why a flow cannot start until its author fixes it. */
const lasting: ReadonlySet<AppErrorCode> = new Set([
  'flow-invalid',
  'execution-blocked',
  'forbidden',
  'public-url-missing',
]);

export interface ScheduleServiceDeps {
  readonly flows: FlowService;
  readonly runs: RunService;
  readonly runner: BoundedRunner;
  readonly store: Pick<ExecutionStore, 'pendingOfTrigger'>;
  readonly skipped: SkippedTicks;
  readonly sealed: SealedValues;
  readonly space?: StorageGuard;
  readonly now: () => Date;
}

/** Starts flows on schedule (docs/reference/triggers.md). */
export class ScheduleService {
  readonly #deps: ScheduleServiceDeps;

  constructor(deps: ScheduleServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Starts the latest revision of a flow. However often the same tick is processed within a day, there is one
   * execution; if the flow cannot be started, that is a failed execution with the reason.
   * @throws {AppError} store-unavailable, jenkins-not-configured: process the tick again
   */
  async processTick(tick: Tick): Promise<TickOutcome> {
    const delay = this.#deps.now().getTime() - tick.at.getTime();
    if (delay > maxDelay) return 'missed';
    if (delay < -maxDelay) return 'early';
    if (!(await this.#hasSpace())) return 'no-space';
    const record = await this.#deps.flows.read(tick.flow, { owner: ownWork }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'flow-not-found') return undefined;
      throw error;
    });
    const trigger = record && scheduleFor(record, tick);
    if (record === undefined || trigger === undefined) return 'stale';
    const reason = await this.#reasonToSkip(record, trigger, tick);
    if (reason !== undefined) return this.#skip(tick, reason);
    const outcome = this.#start(record, trigger, {
      caller: Caller.trusted(`schedule:${trigger.id}`, tick.flow.namespace),
      trigger: { id: trigger.id, type: 'schedule', at: tick.at.toISOString() },
      // HTTP headers cannot contain a line break, so no API user can send the same key.
      idempotencyKey: `${flowName(tick.flow)}\n${tick.at.toISOString()}`,
      idempotencyContent: '',
    });
    return outcome.catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too-many-pending') return this.#skip(tick, error.message);
      throw error;
    });
  }

  async #skip(tick: Tick, reason: string): Promise<TickOutcome> {
    await this.#deps.skipped.note(tick, { at: tick.at, reason });
    return 'skipped';
  }

  async #hasSpace(): Promise<boolean> {
    try {
      await this.#deps.space?.requireSpace();
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'insufficient-storage') return false;
      throw error;
    }
  }

  async #reasonToSkip({ checked }: FlowRecord, trigger: ScheduleTrigger, tick: Tick): Promise<string | undefined> {
    const searches = new PatternSearches({ runner: this.#deps.runner, owner: ownWork });
    const unmet = await firstUnmet(
      trigger.conditions,
      inputValuesFor(checked.check.draft?.inputs ?? [], valuesOf(trigger)),
      searches,
    );
    if (unmet !== undefined) return `The condition was not met: ${unmet.text}`;
    const pending = await this.#deps.store.pendingOfTrigger(tick);
    return pending < maxPending ? undefined : `${pending} executions of the schedule were pending.`;
  }

  async #start(record: FlowRecord, trigger: ScheduleTrigger, context: RunContext): Promise<TickOutcome> {
    const reason = await this.#run(record, trigger, context).catch((error: unknown) => {
      if (error instanceof AppError && lasting.has(error.code)) return error.message;
      throw error;
    });
    if (reason === undefined) return 'started';
    await this.#deps.runs.recordFailure(
      record,
      `The schedule ${trigger.id} could not start the flow. ${reason}`,
      context,
    );
    return 'failed';
  }

  /** @returns why the values are invalid */
  async #run(
    { flow, entry, checked }: FlowRecord,
    trigger: ScheduleTrigger,
    context: RunContext,
  ): Promise<string | undefined> {
    const { namespace, id } = flow;
    const { values, violations } = withOpenedSecrets(
      { namespace, id, inputs: checked.check.draft?.inputs ?? [] },
      trigger,
      { values: valuesOf(trigger), sealed: this.#deps.sealed },
    );
    if (violations.length > 0) return reasonOf(violations);
    const outcome = await this.#deps.runs.run(flow, { inputs: values, revision: entry.revision }, context);
    return 'violations' in outcome ? reasonOf(outcome.violations) : undefined;
  }
}

function reasonOf(violations: readonly InputViolation[]): string {
  return violations.map(({ inputId, message }) => `${inputId}: ${message}.`).join(' ');
}

function scheduleFor({ checked }: FlowRecord, tick: Tick): ScheduleTrigger | undefined {
  const flow = checked.check.draft;
  if (flow === undefined || !schedulesOf(flow).some((schedule) => isSameSchedule(schedule, tick))) return undefined;
  return flow.triggers.find((trigger): trigger is ScheduleTrigger => {
    const schedule = trigger.type === 'schedule' ? scheduleOf(trigger) : undefined;
    return schedule !== undefined && isSameSchedule(schedule, tick);
  });
}

/** They contain no references. */
function valuesOf({ inputs }: ScheduleTrigger): JsonObject {
  return Object.fromEntries(Object.entries(inputs).map(([id, value]) => [id, constantValue(value) ?? null]));
}
