import { readJson } from '../../../base/text/exact-json.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import { sleep } from '../../../base/timers/timers.ts';
import { segmentLogBytes } from '../../../language/execution-plan/log-limits.ts';
import { endedTasks, failedTasks } from '../../../language/execution-plan/task-state.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { Ending } from '../../../lifecycle/events.ts';
import { defectReason, stopReason, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { traceparentOfPart } from '../../../store/executions/execution-spans.ts';
import type { Lease } from '../../../store/leases/lease.ts';
import type { RunLease } from '../../../store/leases/run-lease.ts';
import type { RunEnd, SegmentPause } from '../interpreter/flow-run.ts';
import type { LocalParts } from '../local-parts.ts';
import type { LocalPlan } from '../local-plan.ts';
import { LocalExecution } from '../shell/local-execution.ts';
import { tooManyFiles } from '../shell/output-files.ts';
import { callPaths } from './call-paths.ts';
import { CarriedRecord } from './carried-record.ts';
import { RunRecorder } from './run-recorder.ts';

export type LocalRunDeps = Pick<
  LocalParts,
  | 'store'
  | 'logs'
  | 'life'
  | 'waits'
  | 'folders'
  | 'artifacts'
  | 'artifactRoom'
  | 'maxLogBytes'
  | 'maxArtifactBytes'
  | 'shortage'
  | 'now'
  | 'report'
>;

interface OwnParts {
  readonly lease: Lease;
  /** The same lease, renewed. */
  readonly kept: RunLease;
  /** Where it finds the files of earlier executions; undefined if it keeps none, or another execution uses them. */
  readonly keptFolder: string | undefined;
  /** Called repeatedly while the disk is nearly full. */
  readonly onShortage: (reason: string) => Promise<void>;
}

const second = 1_000;
/** The list of an execution's artifacts is a single response. */
const maxArtifacts = 10_000;
// The end of an execution is recorded as soon as the store is reachable again.
const maxRetryPause = 5 * second;
/** How often a running execution checks for a stop and for disk space. */
const watchMilliseconds = second;

/** One execution on this machine, from its first task to the end of its record. */
export class LocalRun {
  readonly #deps: LocalRunDeps & OwnParts;
  readonly #record: ExecutionRecord;
  readonly #recorder: RunRecorder;
  readonly #carried: CarriedRecord;
  readonly #local: LocalPlan;
  readonly #execution: LocalExecution;
  #waiting: (() => void)[] = [];
  #isStopped = false;
  /** The reason, if Flowgate itself ended it. */
  #abandoned: string | undefined;
  #isLost = false;

  constructor(record: ExecutionRecord, local: LocalPlan, deps: LocalRunDeps & OwnParts) {
    this.#deps = deps;
    this.#record = record;
    this.#local = local;
    const { id } = record;
    const carried = (this.#carried = new CarriedRecord(id, local.carried, local.places));
    this.#recorder = new RunRecorder({
      ...deps,
      record,
      carried,
      fence: deps.lease,
      isHeld: (options) => deps.kept.isHeld(options),
      isCall: callPaths(local.plan),
      onLog: () => this.#announceLog(),
      onLost: () => this.#lose(),
    });
    this.#execution = new LocalExecution({
      ...local,
      executionId: id,
      folder: deps.folders.running(id),
      keptFolder: deps.keptFolder,
      artifacts: {
        folder: deps.artifacts.path(id),
        maxFiles: maxArtifacts,
        room: deps.artifactRoom,
        earlier: local.carried.files.map(({ path, execution }) => ({ path, folder: deps.artifacts.path(execution) })),
        ...(deps.maxArtifactBytes !== undefined && { maxBytes: deps.maxArtifactBytes }),
      },
      traceparent: (path) => traceparentOfPart(record, `task ${path}`),
      report: this.#recorder,
      waitProblem: () => (carried.hasTooManyFiles ? tooManyFiles : undefined),
      ready: () => deps.kept.settle(),
      maxLogBytes: segmentLogBytes(record, deps.maxLogBytes),
    });
  }

  /** Passes on a stop. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#execution.stopTasks();
  }

  /** Stops it, and records the reason instead of a user. */
  shutDown(reason: string): void {
    this.#abandoned ??= reason;
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#execution.stop(); // final tasks have only a few seconds
  }

  /** Where its tasks write. */
  get folders(): readonly string[] {
    const { folders, keptFolder } = this.#deps;
    return [folders.running(this.#record.id), ...(keptFolder === undefined ? [] : [keptFolder])];
  }

  get isAbandoned(): boolean {
    return this.#abandoned !== undefined;
  }

  /** Ends it immediately, with a reason for its record. */
  async abandon(reason: string): Promise<void> {
    this.#abandoned ??= reason;
    await this.#execution.kill();
  }

  /** Resolves when text was added to its log, or when it has ended. */
  nextLog(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Runs it until it ends or waits, and records that. Resolves early if another process has taken over its record.
   * @param begun its record since it has begun
   */
  async run(begun: ExecutionRecord): Promise<void> {
    this.#recorder.begin(begun);
    const { folders, kept } = this.#deps;
    const { id } = this.#record;
    const ended = new AbortController();
    kept.signal.addEventListener('abort', () => this.#lose());
    await folders.noteOwner(id);
    const watching = this.#watch(ended.signal);
    // It arrived between two segments: only final tasks run. One that has ended the wait must not end a final task too.
    const { stop, segment } = this.#record;
    if (stop !== undefined && segment?.ended?.state === 'KILLED') this.#isStopped = true;
    else if (stop !== undefined) this.stop();
    const end = await this.#execution.runSegment(this.#local.begin).catch((error: unknown): RunEnd => {
      this.#deps.report(error, `run ${id}`);
      return { state: 'FAILED', reason: defectReason, outputs: new Map() };
    });
    ended.abort();
    await watching;
    try {
      // If this process died once the wait is recorded, its files would stay until the execution has ended.
      if (end.state === 'WAITING')
        await this.#execution.remove().catch((error: unknown) => this.#deps.report(error, `remove files of ${id}`));
      if (!this.#isLost) await this.#conclude(end);
    } finally {
      this.#announceLog();
      await Promise.all([end.state !== 'WAITING' && this.#execution.remove(), folders.removeOwner(id)]);
    }
  }

  /** Another process may have received the stop, and the disk may become full. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { store, shortage, onShortage, folders, now } = this.#deps;
    for (;;) {
      await sleep(watchMilliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await folders.noteAlive(this.#record.id, now());
      const record = await store.read(this.#record.id).catch(() => undefined);
      if (record?.stop !== undefined) this.stop();
      const reason = await shortage();
      if (reason !== undefined) await onShortage(reason);
    }
  }

  #lose(): void {
    this.#isLost = true;
    void this.#execution.kill();
  }

  #announceLog(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Records the end or the wait; retries while the store is unreachable, unless another process has taken over. */
  async #conclude(end: RunEnd | SegmentPause): Promise<void> {
    let ending: Ending | undefined;
    for (let pause = 100; !this.#isLost; pause = Math.min(maxRetryPause, pause * 2)) {
      try {
        if (end.state === 'WAITING') {
          await this.#beginWait(end);
          return;
        }
        ending ??= await this.#ending(end);
        await this.#recorder.flush();
        await this.#deps.life.send(this.#recorder.record, { name: 'finished', ...ending });
        return;
      } catch {
        await sleep(pause);
      }
    }
  }

  /** The log is written first: the next segment can begin as soon as the wait is recorded. */
  async #beginWait({ task, texts, elapsed, hasWarning }: SegmentPause): Promise<void> {
    const { logs, waits, lease: fence } = this.#deps;
    this.#recorder.endSegment();
    await this.#recorder.flush();
    const [logBytes = 0] = await logs.sizes([this.#record.id]);
    const { tasks } = this.#recorder;
    const carried = this.#carried.all;
    await waits.begin(this.#recorder.record, { task, texts, elapsed, hasWarning, tasks, carried, logBytes, fence });
  }

  async #ending({ state: ended, reason, outputs }: RunEnd): Promise<Ending> {
    // The task at which the segment began is still RUNNING if the flow has ended before its turn.
    const tasks = endedTasks(this.#recorder.tasks, this.#deps.now());
    const isAbandoned = this.#abandoned !== undefined && (ended === 'FAILED' || ended === 'KILLED');
    const state = isAbandoned ? 'FAILED' : ended;
    const why = isAbandoned ? this.#abandoned : await this.#reason(state, reason);
    this.#recorder.end(state, why);
    return { state, tasks, outputs: outputs.size === 0 ? undefined : values(outputs), reason: why };
  }

  async #reason(state: RunEnd['state'], reason: string | undefined): Promise<string | undefined> {
    switch (state) {
      case 'SUCCESS':
        return undefined;
      case 'WARNING':
        return `${failedTasks(this.#recorder.tasks) ?? 'A task'} failed, which allow_failure permits.`;
      case 'FAILED':
        return reason ?? `${flowName(this.#record.flow)} failed.`;
      case 'KILLED': {
        const stop = (await this.#deps.store.read(this.#record.id))?.stop;
        return stop === undefined ? 'The execution was stopped.' : stopReason(stop);
      }
    }
  }
}

function values(outputs: RunEnd['outputs']): JsonObject {
  return Object.fromEntries([...outputs].map(([id, json]) => [id, readJson(json)])); // compact JSON of the run
}
