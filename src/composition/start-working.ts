import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { DiskRoom } from '../engines/local/shell/disk-room.ts';
import type { EngineWork } from '../engines/engine.ts';
import { ExecutionEnder } from '../execution/execution-ender.ts';
import { WaitingExecutions } from '../execution/waiting-executions.ts';
import { LeaderLoop, type Round } from '../execution/leader-loop.ts';
import type { ExecutionFolders } from '../engines/local/executors/execution-folders.ts';
import { InterruptedExecutions } from '../engines/local/executors/interrupted-executions.ts';
import type { RunningExecutions } from '../engines/local/executors/running-executions.ts';
import { workingPorts, type ExecutionPorts } from '../execution/record/execution-ports.ts';
import { BullTriggerWorker } from '../execution/redis/bull-trigger-worker.ts';
import { UnattendedExecutions } from '../execution/unattended-executions.ts';
import { jenkinsWork, localWork } from './engine-work.ts';
import { flowName } from '../language/flow/flow-key.ts';
import type { Deliveries } from './open-notifications.ts';
import { inSpan, type Tracing } from '../telemetry/tracing.ts';
import type { Services } from '../services/services.ts';
import type { ScheduleService } from '../services/triggers/schedule-service.ts';
import { SpaceGuard } from '../store/files/space-guard.ts';
import { connectWaitingRedis, type RedisAddress } from '../store/redis/connect-redis.ts';
import { BullScheduleWorker } from '../store/triggers/bull-schedule-worker.ts';
import type { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { Tick } from '../store/triggers/schedule-queue.ts';

export interface WorkParts {
  readonly ports: ExecutionPorts;
  readonly engine: EngineWork;
  readonly folders: ExecutionFolders;
  readonly running: RunningExecutions;
  readonly scheduleKeeper: ScheduleKeeper;
  readonly schedules: ScheduleService;
  readonly address: RedisAddress;
  readonly logger: Logger;
  /** Absent if it is off. */
  readonly tracing?: Tracing | undefined;
  /** Absent if nobody is notified. */
  readonly deliveries?: Deliveries | undefined;
  /** Called with each error; the work is retried later. */
  readonly report: (error: unknown, what: string) => void;
}

export interface EngineWorkSettings extends Pick<Configuration, 'localExecutors' | 'dataFolder'> {
  /** Executions on this machine end when the disk has less space. */
  readonly minFreeBytes: number;
}

/** @returns undefined if executions cannot run */
export function openEngineWork(
  { localExecutors, dataFolder, minFreeBytes }: EngineWorkSettings,
  parts: Pick<Services, 'engines' | 'planner' | 'local'> &
    Pick<WorkParts, 'ports' | 'report' | 'tracing'> &
    Partial<Pick<WorkParts, 'logger'>>,
): EngineWork | undefined {
  const { engines, planner, local, report, tracing } = parts;
  const ports = workingPorts(parts.ports);
  if (engines.current?.name === 'jenkins') return ports && jenkinsWork({ ports, planner, report, tracing });
  if (engines.current === undefined) return undefined;
  const space = new SpaceGuard({ folder: dataFolder, minimum: minFreeBytes });
  return localWork({
    ...local,
    ports: parts.ports,
    logger: parts.logger,
    executors: localExecutors,
    // Else artifacts would end the executions that run.
    artifactRoom: new DiskRoom({ reserve: 2 * minFreeBytes }),
    shortage: () =>
      space.requireSpace().then(
        () => undefined,
        () => noSpace,
      ),
    report,
  });
}

const noSpace = 'The disk of Flowgate is nearly full.';

const second = 1_000;
const minute = 60 * second;

/** Starts the work of a worker: runs executions and schedules, and cleans up. Returns a function that stops it. */
export function startWorking(parts: WorkParts): () => Promise<void> {
  const { engine, ports, folders, schedules, address, logger, report, tracing, deliveries } = parts;
  const connection = connectWaitingRedis(address);
  const triggerWorker = new BullTriggerWorker({
    connection,
    trigger: (id) => engine.trigger(id),
    report: (error) => report(error, 'trigger'),
  });
  const scheduleWorker = new BullScheduleWorker({
    connection,
    fire: (tick) => fire(tick, schedules, logger, tracing),
    report: (error) => report(error, 'schedule'),
  });
  const { perInstallation, perFolder } = upkeep(parts);
  const rounds = [...engine.rounds, ...perInstallation, ...(deliveries?.rounds ?? [])];
  const loops = [
    new LeaderLoop({ leases: ports.leases, report, rounds }),
    new LeaderLoop({ leases: ports.leases, lease: `folders:${folders.name}`, report, rounds: perFolder }),
  ];
  for (const loop of loops) loop.start();
  return async () => {
    await Promise.all([triggerWorker.stop(), scheduleWorker.stop(), ...loops.map((loop) => loop.stop())]);
    await engine.stop();
    await deliveries?.stop();
    connection.disconnect();
  };
}

interface Upkeep {
  /** For one process of the installation. */
  readonly perInstallation: readonly Round[];
  /** For one process at each data folder. */
  readonly perFolder: readonly Round[];
}

/** What executions need on every engine. */
function upkeep({ ports, folders, running, scheduleKeeper, report }: WorkParts): Upkeep {
  const parts = { ...ports, folders, running, report, now: () => new Date() };
  const waiting = new WaitingExecutions(parts);
  const unattended = new UnattendedExecutions(parts);
  // Also where Jenkins runs executions now: earlier ones may have run on this machine.
  const interrupted = new InterruptedExecutions({ ...parts, ender: new ExecutionEnder(parts) });
  return {
    perInstallation: [
      { name: 'explain what waits', everyMilliseconds: 2 * second, run: () => waiting.explain() },
      { name: 'queue unattended executions', everyMilliseconds: 5 * second, run: () => unattended.queue() },
      { name: 'end interrupted executions', everyMilliseconds: 5 * second, run: () => interrupted.end() },
      { name: 'keep schedules', everyMilliseconds: 10 * second, run: () => scheduleKeeper.keepAll() },
    ],
    perFolder: [{ name: 'sweep folders of executions', everyMilliseconds: 5 * minute, run: () => interrupted.sweep() }],
  };
}

/** Logs a tick that did not start its flow; if the flow failed to start, the list of executions shows that too. */
async function fire(
  tick: Tick,
  schedules: ScheduleService,
  logger: Logger,
  tracing: Tracing | undefined,
): Promise<void> {
  const { flow, triggerId, at } = tick;
  const span = { name: `schedule ${flowName(flow)}`, attributes: { 'flowgate.trigger.id': triggerId } };
  const outcome = await inSpan(tracing, span, () => schedules.fire(tick));
  if (outcome === 'started') return;
  logger.warn(
    { flow: flowName(flow), trigger: triggerId, at: at.toISOString(), outcome },
    'schedule tick started no execution',
  );
}
