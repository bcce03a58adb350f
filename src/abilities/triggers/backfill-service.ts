import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { Turns } from '../../language/safe-patterns/turns.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import { nextTick } from '../../store/triggers/next-tick.ts';
import { triggerName, type TriggerKey } from '../../store/triggers/trigger-key.ts';
import { usableFlow } from '../flows/check/flow-checker.ts';
import type { FlowRecord, FlowService } from '../flows/flow-service.ts';
import { requireTrigger, scheduleOf, type ScheduleTrigger } from '../flows/flow-triggers.ts';
import { visibleBrief, type RunOutcome, type VisibleBrief } from '../records/visible-execution.ts';
import type { ScheduleStarter } from './schedule-starter.ts';

/** The ticks from a time to another one, which is excluded. */
export interface BackfillRequest {
  readonly from: Date;
  readonly to: Date;
  /** Lists the ticks and starts nothing. */
  readonly dryRun: boolean;
}

export interface BackfilledTick {
  readonly at: Date;
  readonly outcome: 'planned' | 'started' | 'failed' | 'exists' | 'skipped';
  readonly execution?: VisibleBrief | undefined;
  /** Why it was skipped. */
  readonly reason?: string;
}

const maxTicks = 100;
/** More are not counted: each takes about a millisecond. */
const maxCounted = 1000;
const maxDays = 30;

/** Starts flows with the values of their schedules on request (docs/reference/triggers.md). */
export class BackfillService {
  readonly #deps;

  constructor(deps: {
    readonly flows: Pick<FlowService, 'read'>;
    readonly starter: ScheduleStarter;
    readonly store: Pick<RedisExecutionStore, 'ofTicks'>;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
  }

  /**
   * Starts the flow now, whether or not the schedule is disabled and its conditions are met.
   * @throws {AppError} as RunService.run; trigger-not-found, not-a-schedule
   */
  async run(key: TriggerKey, caller: Caller, idempotencyKey: string | undefined): Promise<RunOutcome> {
    const { record, schedule } = await this.#schedule(key, caller);
    return this.#deps.starter.run(record, schedule, {
      caller,
      trigger: { id: schedule.id, type: 'schedule' },
      idempotencyKey,
      idempotencyContent: `run ${triggerName(key)}`,
    });
  }

  /**
   * Starts the flow for each tick that has no execution, oldest first. If it ends early, the same request starts the
   * rest: the store has one execution for each tick.
   * @throws {AppError} as RunService.run; trigger-not-found, not-a-schedule, backfill-not-possible
   */
  async backfill(key: TriggerKey, caller: Caller, request: BackfillRequest): Promise<readonly BackfilledTick[]> {
    const { record, schedule } = await this.#schedule(key, caller);
    const times = await this.#times(schedule, request);
    const known = await this.#deps.store.ofTicks(key, request);
    const ticks: BackfilledTick[] = [];
    let obstacle = await this.#deps.starter.unmetReason(record, schedule);
    for (const at of times) {
      const execution = known.get(at.getTime());
      if (execution !== undefined) ticks.push({ at, outcome: 'exists', execution: visibleBrief(execution, caller) });
      else if (obstacle !== undefined) ticks.push({ at, outcome: 'skipped', reason: obstacle });
      else if (request.dryRun) ticks.push({ at, outcome: 'planned' });
      else {
        const tick = await this.#start(record, schedule, at, caller);
        ticks.push(tick);
        obstacle = tick.reason;
      }
    }
    if (request.dryRun) return ticks;
    const executions = await this.#deps.store.ofTicks(key, request);
    return ticks.map((tick) => {
      const execution = executions.get(tick.at.getTime());
      return { ...tick, execution: execution && visibleBrief(execution, caller) };
    });
  }

  async #start(record: FlowRecord, schedule: ScheduleTrigger, at: Date, caller: Caller): Promise<BackfilledTick> {
    const starters = [caller.subject, ...(caller.person === undefined ? [] : [caller.person.subject])];
    const options = { at, starters, maxPendingOfTrigger: maxTicks };
    try {
      return { at, outcome: await this.#deps.starter.startTick(record, schedule, options) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too-many-pending') throw error;
      return { at, outcome: 'skipped', reason: error.message };
    }
  }

  async #schedule(
    { flow, triggerId }: TriggerKey,
    { key: owner }: Caller,
  ): Promise<{ readonly record: FlowRecord; readonly schedule: ScheduleTrigger }> {
    const record = await this.#deps.flows.read(flow, { owner });
    const { trigger } = requireTrigger(usableFlow(record.checked), triggerId);
    if (trigger.type === 'schedule') return { record, schedule: trigger };
    throw new AppError('not-a-schedule', `The trigger ${triggerId} is a webhook; only a schedule can do this.`);
  }

  /** @throws {AppError} backfill-not-possible */
  async #times(trigger: ScheduleTrigger, { from, to }: BackfillRequest): Promise<readonly Date[]> {
    const now = this.#deps.now().getTime();
    if (from >= to) throw notPossible('`from` must be before `to`.');
    if (from.getTime() < now - maxDays * 24 * 60 * 60 * 1000)
      throw notPossible(`Only the ticks of the last ${maxDays} days can be started.`);
    const schedule = scheduleOf(trigger);
    if (schedule === undefined) return [];
    const end = Math.min(to.getTime(), now + 1);
    const times: Date[] = [];
    const turns = new Turns();
    for (let last = new Date(from.getTime() - 1); times.length <= maxCounted;) {
      await turns.next();
      const next = await nextTick(schedule, last);
      if (next === undefined || next.getTime() >= end) break;
      times.push(next);
      last = next;
    }
    if (times.length <= maxTicks) return times;
    const count = times.length > maxCounted ? `more than ${maxCounted}` : times.length;
    throw notPossible(
      `There are ${count} ticks between these times; the maximum is ${maxTicks}. Choose a shorter time.`,
    );
  }
}

function notPossible(message: string): AppError {
  return new AppError('backfill-not-possible', message);
}
