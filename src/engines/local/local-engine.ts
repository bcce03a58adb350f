import type { Problem } from '../../base/problem/problem.ts';
import { sleep } from '../../base/timers/timers.ts';
import type { PlanFacts } from '../../language/execution-plan/plan-facts.ts';
import { engineOf, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { FinalState } from '../../lifecycle/execution-state.ts';
import type { Artifact, ArtifactContent } from '../../store/executions/artifacts/artifact.ts';
import type { EngineWork, EngineWorkDeps, ExecutionEngine, LogNews } from '../engine.ts';
import { localName } from './engine-name.ts';
import type { LocalRun } from './executors/local-run.ts';
import type { LocalEngineDeps } from './local-parts.ts';
import { LocalWork } from './local-work.ts';
import { logEnd } from './log-headings.ts';

// Another process may be writing the log.
const pauseMilliseconds = 500;
const pieceBytes = 64 * 1024;

/** Executions as processes on this machine. */
export class LocalEngine implements ExecutionEngine {
  readonly name = localName;
  readonly downloadsFiles = false;
  readonly credentials = [];
  readonly checks = {};
  readonly #deps: LocalEngineDeps;
  /** The executions that run in this process, by id. */
  readonly #running = new Map<string, LocalRun>();

  constructor(deps: LocalEngineDeps) {
    this.#deps = deps;
  }

  problems({ jenkinsOnly }: PlanFacts): readonly Problem[] {
    return jenkinsOnly;
  }

  /** Another process sees the stop in the record. */
  async stop({ id }: ExecutionRecord): Promise<void> {
    this.#running.get(id)?.stop();
  }

  /** The stored log is complete. */
  async logSoFar(): Promise<undefined> {
    return undefined;
  }

  async logAfter(record: ExecutionRecord, start: number, signal: AbortSignal): Promise<LogNews | undefined> {
    if (engineOf(record) === undefined) return undefined;
    const { id } = record;
    const news = async (): Promise<LogNews> => {
      const piece = await this.#deps.logs.read(id, { start, bytes: pieceBytes });
      return { bytes: piece?.bytes ?? Buffer.alloc(0), isComplete: false };
    };
    const written = this.#running.get(id)?.nextLog();
    const first = await news();
    if (first.bytes.length > 0) return first;
    const waited = new AbortController();
    await Promise.race([
      written,
      sleep(pauseMilliseconds, undefined, { signal: AbortSignal.any([signal, waited.signal]) }).catch(() => undefined),
    ]);
    waited.abort();
    return news();
  }

  artifacts({ id }: ExecutionRecord): Promise<readonly Artifact[]> {
    return this.#deps.artifacts.list(id);
  }

  artifact({ id }: ExecutionRecord, path: string): Promise<ArtifactContent | undefined> {
    return this.#deps.artifacts.open(id, path);
  }

  async endLog({ id }: ExecutionRecord, state: FinalState, reason: string | undefined): Promise<void> {
    await this.#deps.logs.end(id, logEnd(state, reason));
  }

  work(work: EngineWorkDeps): EngineWork {
    return new LocalWork({ ...work, ...this.#deps, running: this.#running });
  }

  close(): void {
    // Its processes end with `work`.
  }
}
