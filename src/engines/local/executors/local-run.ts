import { setTimeout as sleep } from 'node:timers/promises';
import { failedTasks } from '../../../execution-plan/task-state.ts';
import type { ExecutionEnding } from '../../../execution/execution-ender.ts';
import { traceparentOfPart } from '../../../execution/execution-spans.ts';
import { defectReason, stopReason, type ExecutionRecord } from '../../../execution/record/execution-record.ts';
import type { Lease } from '../../../execution/record/lease.ts';
import type { RunLease } from '../../../execution/record/run-lease.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { JsonObject, JsonValue } from '../../../text/json-value.ts';
import type { RunEnd } from '../interpreter/flow-run.ts';
import type { LocalParts } from '../local-parts.ts';
import type { LocalPlan } from '../local-plan.ts';
import { LocalExecution } from '../shell/local-execution.ts';
import { CallPaths } from './call-paths.ts';
import { RunRecorder } from './run-recorder.ts';

export type LocalRunDeps = Pick<
  LocalParts,
  | 'store'
  | 'logs'
  | 'ender'
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
  readonly #execution: LocalExecution;
  #waiting: (() => void)[] = [];
  #isStopped = false;
  /** The reason, if Flowgate itself ended it. */
  #abandoned: string | undefined;
  #isLost = false;

  constructor(record: ExecutionRecord, local: LocalPlan, deps: LocalRunDeps & OwnParts) {
    this.#deps = deps;
    this.#record = record;
    const { id } = record;
    const calls = new CallPaths(local.plan);
    this.#recorder = new RunRecorder({
      ...deps,
      executionId: id,
      fence: deps.lease,
      isHeld: (options) => deps.kept.isHeld(options),
      kindOf: (path) => calls.kindOf(path),
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
        ...(deps.maxArtifactBytes !== undefined && { maxBytes: deps.maxArtifactBytes }),
      },
      traceparent: (path) => traceparentOfPart(record, `task ${path}`),
      report: this.#recorder,
      ready: () => deps.kept.settle(),
      ...(deps.maxLogBytes !== undefined && { maxLogBytes: deps.maxLogBytes }),
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

  /** Runs it to completion and records the end. Resolves early if another process has taken over its record. */
  async run(): Promise<void> {
    const { folders, kept } = this.#deps;
    const { id } = this.#record;
    const ended = new AbortController();
    kept.signal.addEventListener('abort', () => this.#lose());
    await folders.noteOwner(id);
    const watching = this.#watch(ended.signal);
    const end = await this.#execution.run().catch((error: unknown): RunEnd => {
      this.#deps.report(error, `run ${id}`);
      return { state: 'FAILED', reason: defectReason, outputs: new Map() };
    });
    ended.abort();
    await watching;
    try {
      if (!this.#isLost) await this.#conclude(end);
    } finally {
      this.#announceLog();
      await this.#execution.remove();
      await folders.removeOwner(id);
    }
  }

  /** Another process may have received the stop, and the disk may become full. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { store, shortage, onShortage, folders, now } = this.#deps;
    while (!signal.aborted) {
      await folders.noteAlive(this.#record.id, now());
      await sleep(watchMilliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
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

  /** Records the end; retries while the store is unreachable, unless another process has taken over. */
  async #conclude(end: RunEnd): Promise<void> {
    let ending: ExecutionEnding | undefined;
    for (let pause = 100; !this.#isLost; pause = Math.min(maxRetryPause, pause * 2)) {
      try {
        ending ??= await this.#ending(end);
        await this.#recorder.flush();
        await this.#deps.ender.end(this.#record.id, ending);
        return;
      } catch {
        await sleep(pause);
      }
    }
  }

  async #ending({ state: ended, reason, outputs }: RunEnd): Promise<ExecutionEnding> {
    const { tasks } = this.#recorder;
    const isAbandoned = this.#abandoned !== undefined && (ended === 'FAILED' || ended === 'KILLED');
    const state = isAbandoned ? 'FAILED' : ended;
    const why = isAbandoned ? this.#abandoned : await this.#reason(state, reason);
    this.#recorder.end(state, why);
    return {
      state,
      fields: { tasks, outputs: outputs.size === 0 ? undefined : values(outputs), reason: why },
      from: ['RUNNING'],
    };
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
  return Object.fromEntries([...outputs].map(([id, json]) => [id, JSON.parse(json) as JsonValue])); // compact JSON of the run
}
