import type { Logger } from 'pino';
import { attendHeld, type HeldExecutionsDeps } from '../abilities/locks/held-executions.ts';
import type { Deliveries } from '../abilities/notify/notification-channel.ts';
import type { DueWaits } from '../abilities/runs/children/due-waits.ts';
import { queueUnattended } from '../abilities/runs/unattended-executions.ts';
import type { ScheduleService } from '../abilities/triggers/schedule-service.ts';
import { inSpan, type Tracing } from '../base/telemetry/tracing.ts';
import type { Pace } from '../base/timers/pace.ts';
import { setTimeout } from '../base/timers/timers.ts';
import type { EnginesWork } from '../engines/configured-engines.ts';
import { flowName } from '../language/flow/flow-key.ts';
import type { ExecutionPorts } from '../store/executions/execution-ports.ts';
import { LeaderLoop, type Round } from '../store/executions/leader-loop.ts';
import { BullTriggerWorker } from '../store/executions/redis/bull-trigger-worker.ts';
import { connectWaitingRedis, type RedisAddress } from '../store/redis/connect-redis.ts';
import { BullScheduleWorker } from '../store/triggers/bull-schedule-worker.ts';
import type { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { Tick } from '../store/triggers/schedule.ts';

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
