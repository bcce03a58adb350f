import type { Logger } from 'pino';
import type { EnginesWork } from '../engines/configured-engines.ts';
import { attendHeld, type HeldExecutionsDeps } from '../execution/held-executions.ts';
import { LeaderLoop, type Round } from '../execution/leader-loop.ts';
import type { Pace } from '../execution/pace.ts';
import type { ExecutionPorts } from '../execution/record/execution-ports.ts';
import { BullTriggerWorker } from '../execution/redis/bull-trigger-worker.ts';
import { queueUnattended } from '../execution/unattended-executions.ts';
import { flowName } from '../language/flow/flow-key.ts';
import type { DueWaits } from '../services/separate/due-waits.ts';
import type { ScheduleService } from '../services/triggers/schedule-service.ts';
import { connectWaitingRedis, type RedisAddress } from '../store/redis/connect-redis.ts';
import { BullScheduleWorker } from '../store/triggers/bull-schedule-worker.ts';
import type { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { Tick } from '../store/triggers/schedule.ts';
import { inSpan, type Tracing } from '../telemetry/tracing.ts';
import { setTimeout } from '../timers/timers.ts';
import type { Deliveries } from './notification-channel.ts';

export interface WorkParts {
  readonly ports: ExecutionPorts;
  readonly engines: EnginesWork;
  readonly scheduleKeeper: ScheduleKeeper;
  readonly schedules: ScheduleService;
  readonly dueWaits: Pick<DueWaits, 'endDue'>;
  /** See HeldExecutionsDeps. */
  readonly sizeOf: HeldExecutionsDeps['sizeOf'];
  readonly pace: Pace;
  readonly address: RedisAddress;
  readonly logger: Logger;
  /** Undefined when tracing is disabled. */
  readonly tracing?: Tracing | undefined;
  /** Undefined if notifications are disabled. */
  readonly deliveries?: Deliveries | undefined;
  /** Called with each error; the work is retried later. */
  readonly report: (error: unknown, what: string) => void;
}

// A controller can hang; another process continues what is not finished.
const maxFinish = 3_000;

/** Starts the work of a worker: runs executions and schedules, and cleans up. Returns a function that stops it. */
export function startWorking(parts: WorkParts): () => Promise<void> {
  const { engines, ports, pace, schedules, address, logger, report, tracing, deliveries } = parts;
  const connection = connectWaitingRedis(address);
  const triggerWorkers = engines.lanes.map(
    ({ controller, trigger }) =>
      new BullTriggerWorker({ connection, controller, trigger, report: (error) => report(error, 'trigger') }),
  );
  const scheduleWorker = new BullScheduleWorker({
    connection,
    process: (tick) => processTick(tick, schedules, logger, tracing),
    report: (error) => report(error, 'schedule'),
  });
  const [first, ...others] = engines.lanes;
  const isSingle = others.length === 0;
  const rounds = [
    ...(isSingle ? (first?.rounds ?? []) : []),
    ...engines.rounds,
    ...upkeep(parts),
    ...(deliveries?.rounds ?? []),
  ];
  const ofControllers = isSingle ? [] : engines.lanes;
  const loops = [
    new LeaderLoop({ leases: ports.leases, report, rounds, pace }),
    ...ofControllers.map(({ controller = '', rounds: ofController }) => {
      const reportOf = (error: unknown, round: string) => report(error, `${round} (${controller})`);
      return new LeaderLoop({
        leases: ports.leases,
        lease: `leader:${controller}`,
        report: reportOf,
        rounds: ofController,
        pace,
      });
    }),
    ...engines.perDataFolder.map(
      ({ name, rounds: ofFolders }) =>
        new LeaderLoop({ leases: ports.leases, lease: `folders:${name}`, report, rounds: ofFolders, pace }),
    ),
  ];
  for (const loop of loops) loop.start();
  return async () => {
    const interruption = setTimeout(() => engines.interrupt(), maxFinish);
    await Promise.all([
      ...triggerWorkers.map((worker) => worker.stop()),
      scheduleWorker.stop(),
      ...loops.map((loop) => loop.stop()),
    ]);
    await engines.stop();
    clearTimeout(interruption);
    await deliveries?.stop();
    connection.disconnect();
  };
}

/** What executions need on every engine, from one process of the installation. */
function upkeep({ ports, scheduleKeeper, dueWaits, sizeOf, pace }: WorkParts): readonly Round[] {
  const parts = { ...ports, now: () => new Date() };
  return [
    { name: 'end waits', everyMilliseconds: pace.endWaits, run: (over) => dueWaits.endDue(over) },
    {
      name: 'attend held executions',
      everyMilliseconds: pace.attendHeld,
      run: () => attendHeld({ ...ports, sizeOf }),
    },
    { name: 'queue unattended executions', everyMilliseconds: pace.queueUnattended, run: () => queueUnattended(parts) },
    { name: 'keep schedules', everyMilliseconds: pace.keepSchedules, run: () => scheduleKeeper.keepAll() },
  ];
}

/** Logs a tick that did not start its flow; if the flow failed to start, the list of executions shows that too. */
async function processTick(
  tick: Tick,
  schedules: ScheduleService,
  logger: Logger,
  tracing: Tracing | undefined,
): Promise<void> {
  const { flow, triggerId, at } = tick;
  const span = { name: `schedule ${flowName(flow)}`, attributes: { 'flowgate.trigger.id': triggerId } };
  const outcome = await inSpan(tracing, span, () => schedules.processTick(tick));
  if (outcome === 'started') return;
  logger.warn(
    { flow: flowName(flow), trigger: triggerId, at: at.toISOString(), outcome },
    'schedule tick started no execution',
  );
}
