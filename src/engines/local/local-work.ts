import { setTimeout } from '../../base/timers/timers.ts';
import { nothingCarried } from '../../language/execution-plan/segment.ts';
import { endedTasks } from '../../language/execution-plan/task-state.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { segmentNumber, stopReason, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { StartOutcome } from '../../store/executions/redis/bull-start-queue.ts';
import { SpaceGuard } from '../../store/files/space-guard.ts';
import { leaseMilliseconds, type Lease } from '../../store/leases/lease.ts';
import { RunLease, runLease } from '../../store/leases/run-lease.ts';
import type { EngineWork, EngineWorkDeps } from '../engine.ts';
import { maxRetryMilliseconds, pendingExecution, startFailure, startTrouble } from '../pending-execution.ts';
import { WorkLimiter } from '../work-limiter.ts';
import { localName } from './engine-name.ts';
import { diskUsage } from './executors/disk-usage.ts';
import { InterruptedExecutions } from './executors/interrupted-executions.ts';
import { LocalRun } from './executors/local-run.ts';
import type { LocalEngineDeps, LocalParts } from './local-parts.ts';
import { localPlan, type LocalPlan } from './local-plan.ts';
import { logEnd } from './log-headings.ts';
import { DiskRoom } from './shell/disk-room.ts';
import { cgroupParent } from './shell/execution-cgroup.ts';
import { scriptReaper } from './shell/script-reaper.ts';

const mebibyte = 1024 * 1024;
/** Ending an execution that uses less would not help. */
const minCulpritBytes = mebibyte;
const shutdownReason = 'Flowgate was stopped while the execution was running.';
/** How long final tasks may take when Flowgate stops. */
const shutdownMilliseconds = 5_000;

const noSpace = 'The disk of Flowgate is nearly full.';

/** The executions that run in this process, by id. */
type Running = { readonly running: Map<string, LocalRun> };

/** Runs accepted executions on this machine, a few at a time. */
export class LocalWork implements EngineWork {
  readonly rounds = [];
  readonly upkeep: EngineWork['upkeep'];
  readonly #deps: LocalParts & Running;
  readonly #executors: WorkLimiter;
  /** The executions to run, or to run again. */
  readonly #toStart = new Set<string>();
  #isStopping = false;
  #ending: Promise<void> | undefined;

  constructor(deps: LocalEngineDeps & EngineWorkDeps & Running) {
    const { settings, folders, logger, isCurrent, pace } = deps;
    const { dataFolder, minFreeBytes, localExecutors } = settings;
    const space = new SpaceGuard({ folder: dataFolder, minimum: minFreeBytes });
    this.#deps = {
      ...deps,
      // Otherwise artifacts would end running executions.
      artifactRoom: new DiskRoom({ reserve: 2 * minFreeBytes }),
      shortage: () =>
        space.requireSpace().then(
          () => undefined,
          () => noSpace,
        ),
    };
    this.#executors = new WorkLimiter(localExecutors);
    const interrupted = new InterruptedExecutions(this.#deps);
    this.upkeep = [
      {
        name: 'end interrupted executions',
        everyMilliseconds: pace.endInterrupted,
        run: () => interrupted.end(),
      },
      {
        name: 'sweep folders of executions',
        lease: `folders:${folders.name}`, // one process at each data folder
        everyMilliseconds: 5 * 60_000,
        run: () => interrupted.sweep(),
      },
    ];
    if (isCurrent) logContainment(logger);
  }

  async start(id: string): Promise<StartOutcome> {
    const record = await pendingExecution(id, this.#deps.store);
    if (record === undefined) return 'done';
    if (record.stop !== undefined && !hasRun(record)) {
      await this.#end(record, 'KILLED', stopReason(record.stop));
      return 'done';
    }
    if (record.state === 'CREATED') await this.#deps.life.send(record, { name: 'taken' });
    if (this.#isStopping) return 'done';
    this.#toStart.add(id);
    this.#executors.add(id, () =>
      this.#runSegments(id).catch((error: unknown) => this.#deps.report(error, `run ${id}`)),
    );
    return 'done';
  }

  /** Ends the running executions; those that wait stay in the store, for the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const closed = this.#executors.settle();
    const all = [...this.#deps.running.values()];
    for (const run of all) run.shutDown(shutdownReason);
    const late = setTimeout(
      () => void Promise.all(all.map((run) => run.abandon(shutdownReason))),
      shutdownMilliseconds,
    );
    await closed;
    clearTimeout(late);
  }

  /** A short wait can be over while the segment before it still ends. */
  async #runSegments(id: string): Promise<void> {
    while (this.#toStart.delete(id)) await this.#run(id);
  }

  /** @throws {AppError} `store-unavailable`; it is started again later */
  async #run(id: string): Promise<void> {
    const lease = await this.#deps.leases.acquire(runLease(id), leaseMilliseconds);
    if (lease === undefined) return;
    const kept = new RunLease({ lease, isUntouched: () => this.#isUntouched(id) });
    try {
      await this.#runAlone(id, lease, kept);
    } finally {
      await kept.release();
    }
  }

  /** A process that takes over an execution ends it. */
  async #isUntouched(id: string): Promise<boolean> {
    const record = await this.#deps.store.read(id);
    return record !== undefined && record.phase !== 'ended';
  }

  /** Ends the running execution that uses the most disk space, one at a time, because the others are not at fault. */
  async #endLargest(trouble: string): Promise<void> {
    const { running } = this.#deps;
    const all = [...running.values()];
    if (all.some((run) => run.isAbandoned)) return;
    const usage = await diskUsage(all.flatMap((run) => run.folders));
    const bytesOf = (run: LocalRun): number => run.folders.reduce((sum, path) => sum + (usage.get(path) ?? 0), 0);
    const [largest] = all.toSorted((a, b) => bytesOf(b) - bytesOf(a));
    if (largest === undefined || bytesOf(largest) < minCulpritBytes) return;
    const size = `${Math.round(bytesOf(largest) / mebibyte)} MiB`;
    await largest.abandon(`${trouble} This execution uses more of it than any other that is running here: ${size}.`);
  }

  async #runAlone(id: string, lease: Lease, kept: RunLease): Promise<void> {
    const { store, life, running, shortage } = this.#deps;
    const record = await pendingExecution(id, store);
    if (record === undefined) return;
    if (record.stop !== undefined && !hasRun(record)) return this.#end(record, 'KILLED', stopReason(record.stop));
    const local = await this.#plan(record);
    if (local === undefined) return;
    const trouble = await shortage();
    if (trouble !== undefined) {
      await this.#noteTrouble(record, trouble);
      return;
    }
    const workspace = local.plan.flow.keepWorkspace ? await this.#keptWorkspace(record) : undefined;
    const onShortage = (reason: string): Promise<void> =>
      (this.#ending ??= this.#endLargest(reason).finally(() => (this.#ending = undefined)));
    const run = new LocalRun(record, local, { ...this.#deps, onShortage, lease, kept, keptFolder: workspace?.path });
    running.set(id, run);
    try {
      const begun = await life.send(record, { name: 'begun', engine: localName }, lease);
      if (begun.isApplied) await run.run(begun.record);
    } finally {
      running.delete(id);
      await workspace?.lease.release();
    }
  }

  /** It is queued again after some seconds. */
  async #noteTrouble(record: ExecutionRecord, trouble: string): Promise<void> {
    if (record.trouble !== trouble) await this.#deps.life.send(record, { name: 'troubled', trouble });
  }

  /** @returns undefined if it cannot run; its record contains the reason */
  async #plan(record: ExecutionRecord): Promise<LocalPlan | undefined> {
    try {
      const prepared = await this.#deps.preparation.ofExecution(record);
      const before = record.segment === undefined ? undefined : await this.#deps.store.carried(record.id);
      return localPlan(prepared, record, { ...this.#deps, carried: before ?? nothingCarried });
    } catch (error) {
      const trouble = startTrouble(error);
      const age = this.#deps.now().getTime() - Date.parse(record.history.at(-1)?.at ?? '');
      if (trouble !== undefined && age < maxRetryMilliseconds) {
        await this.#noteTrouble(record, trouble);
        return undefined;
      }
      const reason = startFailure(error, (defect) => this.#deps.report(defect, `plan ${record.id}`));
      await this.#end(record, 'FAILED', reason);
      return undefined;
    }
  }

  /** The kept workspace of a flow, unless another execution uses it. */
  async #keptWorkspace({ flow }: ExecutionRecord): Promise<{ path: string; lease: RunLease } | undefined> {
    const lease = await this.#deps.leases.acquire(`workspace:${flowName(flow)}`, leaseMilliseconds);
    if (lease === undefined) return undefined;
    // Another execution may have used it in between.
    const kept = new RunLease({ lease, isUntouched: async () => true });
    return { path: await this.#deps.folders.kept(flow, this.#deps.now()), lease: kept };
  }

  async #end(record: ExecutionRecord, state: 'FAILED' | 'KILLED', reason: string): Promise<void> {
    const { life, logs, now } = this.#deps;
    if (hasRun(record)) await logs.end(record.id, logEnd(state, reason));
    const tasks = hasRun(record) ? endedTasks(record.tasks, now()) : undefined;
    await life.send(record, { name: 'neverBegan', state, reason, tasks });
  }
}

/** Whether a segment has run, so that final tasks must run even if the next one is stopped before it begins. */
function hasRun(record: ExecutionRecord): boolean {
  return segmentNumber(record) > 1;
}

function logContainment(logger: EngineWorkDeps['logger']): void {
  const cgroup = cgroupParent();
  const reaper = cgroup === undefined ? scriptReaper()?.program : undefined;
  logger?.info(
    { cgroup: cgroup ?? 'none', reaper: reaper ?? 'none' },
    'where scripts run, so that none of their processes escapes',
  );
}
