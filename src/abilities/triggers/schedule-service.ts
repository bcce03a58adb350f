import { AppError } from '../../base/problem/app-error.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { StorageGuard } from '../../store/redis/storage-guard.ts';
import type { RedisSkippedTicks } from '../../store/triggers/redis-skipped-ticks.ts';
import type { Tick } from '../../store/triggers/schedule.ts';
import type { FlowRecord, FlowService } from '../flows/flow-service.ts';
import { isSameSchedule, scheduleOf, schedulesOf, type ScheduleTrigger } from '../flows/flow-triggers.ts';
import type { ScheduleStarter } from './schedule-starter.ts';

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

/** Starts flows on schedule (docs/reference/triggers.md). */
export class ScheduleService {
  readonly #deps;

  constructor(deps: {
    readonly flows: FlowService;
    readonly starter: ScheduleStarter;
    readonly store: Pick<RedisExecutionStore, 'pendingOfTrigger'>;
    readonly skipped: RedisSkippedTicks;
    readonly space?: StorageGuard;
    readonly now: () => Date;
  }) {
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
    return this.#deps.starter.startTick(record, trigger, { at: tick.at }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too-many-pending') return this.#skip(tick, error.message);
      throw error;
    });
  }

  async #reasonToSkip(record: FlowRecord, trigger: ScheduleTrigger, tick: Tick): Promise<string | undefined> {
    const unmet = await this.#deps.starter.unmetReason(record, trigger);
    if (unmet !== undefined) return unmet;
    const pending = await this.#deps.store.pendingOfTrigger(tick);
    return pending < maxPending ? undefined : `${pending} executions of the schedule were pending.`;
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
}

function scheduleFor({ checked }: FlowRecord, tick: Tick): ScheduleTrigger | undefined {
  const flow = checked.check.draft;
  if (flow === undefined || !schedulesOf(flow).some((schedule) => isSameSchedule(schedule, tick))) return undefined;
  return flow.triggers.find((trigger): trigger is ScheduleTrigger => {
    const schedule = trigger.type === 'schedule' ? scheduleOf(trigger) : undefined;
    return schedule !== undefined && isSameSchedule(schedule, tick);
  });
}
