import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { buildExecutionWork } from './build-execution-work.ts';
import type { BuildPlanner } from '../execution/builds/build-plan.ts';
import type { WorkingPorts } from '../execution/record/execution-ports.ts';
import { BullTriggerWorker } from '../execution/redis/bull-trigger-worker.ts';
import { flowName } from '../language/flow/flow-key.ts';
import { connectWaitingRedis, type RedisAddress } from '../store/redis/connect-redis.ts';
import { retryReporter } from './report-retry.ts';
import type { ScheduleService } from '../services/triggers/schedule-service.ts';
import { BullScheduleWorker } from '../store/triggers/bull-schedule-worker.ts';
import type { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { Tick } from '../store/triggers/schedule-queue.ts';

export interface WorkParts {
  readonly ports: WorkingPorts;
  readonly planner: BuildPlanner;
  readonly scheduleKeeper: ScheduleKeeper;
  readonly schedules: ScheduleService;
  readonly address: RedisAddress;
  readonly logger: Logger;
}

const keepSchedulesMilliseconds = 10_000;

/** Triggers and follows builds, and starts flows by the clock; returns what stops it. */
export function startWorking(
  { retentionDays }: Pick<Configuration, 'retentionDays'>,
  { ports, planner, scheduleKeeper, schedules, address, logger }: WorkParts,
): () => Promise<void> {
  const report = retryReporter(logger);
  const rounds = [
    { name: 'keep schedules', everyMilliseconds: keepSchedulesMilliseconds, run: () => scheduleKeeper.keepAll() },
  ];
  const work = buildExecutionWork({ ports, planner, rounds, retentionDays, now: () => new Date(), report });
  const connection = connectWaitingRedis(address);
  const triggerWorker = new BullTriggerWorker({
    connection,
    trigger: (id) => work.trigger.trigger(id),
    report: (error) => report(error, 'trigger'),
  });
  const scheduleWorker = new BullScheduleWorker({
    connection,
    fire: (tick) => fire(tick, schedules, logger),
    report: (error) => report(error, 'schedule'),
  });
  work.loop.start();
  return async () => {
    await Promise.all([triggerWorker.stop(), scheduleWorker.stop(), work.loop.stop()]);
    await work.follower.settle();
    connection.disconnect();
  };
}

/** What did not start its flow is for the log; what could not start it is in the list of executions too. */
async function fire(tick: Tick, schedules: ScheduleService, logger: Logger): Promise<void> {
  const outcome = await schedules.fire(tick);
  if (outcome === 'started') return;
  const { flow, triggerId, at } = tick;
  logger.warn({ flow: flowName(flow), trigger: triggerId, at: at.toISOString(), outcome }, 'a tick started nothing');
}
