import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import type { BuildPlanner } from '../execution/builds/build-plan.ts';
import type { WorkingPorts } from '../execution/record/execution-ports.ts';
import { BullTriggerWorker } from '../execution/redis/bull-trigger-worker.ts';
import { flowName } from '../language/flow/flow-key.ts';
import { connectWaitingRedis, type RedisAddress } from '../store/redis/connect-redis.ts';
import type { ScheduleService } from '../services/triggers/schedule-service.ts';
import { BullScheduleWorker } from '../store/triggers/bull-schedule-worker.ts';
import type { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { Tick } from '../store/triggers/schedule-queue.ts';
import { ExecutionEnder } from '../execution/execution-ender.ts';
import { BuildAdopter } from '../execution/follow/build-adopter.ts';
import { ExecutionFinisher } from '../execution/follow/execution-finisher.ts';
import { ExecutionFollower } from '../execution/follow/execution-follower.ts';
import { WaitingExecutions } from '../execution/follow/waiting-executions.ts';
import { LeaderLoop, type Round } from '../execution/leader-loop.ts';
import { ExecutionTrigger } from '../execution/trigger/execution-trigger.ts';
import { JobPusher } from '../execution/trigger/job-pusher.ts';
import { UnattendedExecutions } from '../execution/trigger/unattended-executions.ts';
import { ExecutionUpkeep } from '../execution/execution-upkeep.ts';

export interface WorkParts {
  readonly ports: WorkingPorts;
  readonly planner: BuildPlanner;
  readonly scheduleKeeper: ScheduleKeeper;
  readonly schedules: ScheduleService;
  readonly address: RedisAddress;
  readonly logger: Logger;
  /** Called with each error; the work is retried later. */
  readonly report: (error: unknown, what: string) => void;
}

const second = 1_000;
const minute = 60 * second;

/** Starts the work of a worker: triggers builds, follows them and runs schedules. Returns a function that stops it. */
export function startWorking(
  { retentionDays }: Pick<Configuration, 'retentionDays'>,
  parts: WorkParts,
): () => Promise<void> {
  const { schedules, address, logger, report } = parts;
  const work = executionWork(parts, retentionDays);
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

/** Logs a tick that did not start its flow; if the flow failed to start, the list of executions shows that too. */
async function fire(tick: Tick, schedules: ScheduleService, logger: Logger): Promise<void> {
  const outcome = await schedules.fire(tick);
  if (outcome === 'started') return;
  const { flow, triggerId, at } = tick;
  logger.warn(
    { flow: flowName(flow), trigger: triggerId, at: at.toISOString(), outcome },
    'schedule tick started no execution',
  );
}

interface ExecutionWork {
  readonly trigger: ExecutionTrigger;
  readonly follower: ExecutionFollower;
  /** Follows builds and cleans up, unless another process is doing so. */
  readonly loop: LeaderLoop;
}

/** Wires what turns executions into builds and collects their results. */
function executionWork({ ports, planner, scheduleKeeper, report }: WorkParts, retentionDays: number): ExecutionWork {
  const parts = { ...ports, planner, report, now: () => new Date() };
  const ender = new ExecutionEnder(parts);
  const follower = new ExecutionFollower({ ...parts, ender, finisher: new ExecutionFinisher({ ...parts, ender }) });
  const waiting = new WaitingExecutions(parts);
  const unattended = new UnattendedExecutions(parts);
  const adopter = new BuildAdopter(parts);
  const upkeep = new ExecutionUpkeep(parts);
  const rounds: readonly Round[] = [
    { name: 'follow builds', everyMilliseconds: () => follower.pause, run: () => follower.look() },
    { name: 'explain what waits', everyMilliseconds: 2 * second, run: () => waiting.explain() },
    { name: 'queue unattended executions', everyMilliseconds: 5 * second, run: () => unattended.queue() },
    { name: 'disable jobs of deleted flows', everyMilliseconds: 5 * second, run: () => upkeep.disableRetiredJobs() },
    { name: 'adopt builds', everyMilliseconds: 10 * second, run: () => adopter.adopt() },
    { name: 'sweep credentials', everyMilliseconds: 5 * minute, run: () => upkeep.sweepCredentials() },
    {
      name: 'remove old executions',
      everyMilliseconds: 60 * minute,
      run: () => upkeep.removeOldExecutions(retentionDays),
    },
    { name: 'keep schedules', everyMilliseconds: 10 * second, run: () => scheduleKeeper.keepAll() },
  ];
  return {
    trigger: new ExecutionTrigger({ ...parts, ender, pusher: new JobPusher(ports) }),
    follower,
    loop: new LeaderLoop({ leases: ports.leases, report, rounds }),
  };
}
