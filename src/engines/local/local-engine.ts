import { setTimeout as sleep } from 'node:timers/promises';
import type { Artifact, ArtifactContent } from '../jenkins/client/jenkins-gateway.ts';
import { partFile } from './shell/output-files.ts';
import { listFiles } from './shell/list-files.ts';
import type { LogNews } from '../jenkins/builds/live-logs.ts';
import type { ExecutionEngine } from '../engine.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { LogStore } from '../../execution/record/log-store.ts';
import type { ExecutionFolders } from './executors/execution-folders.ts';
import type { RunningExecutions } from './executors/running-executions.ts';
import { openFile } from './executors/stored-files.ts';

export interface LocalEngineDeps {
  readonly folders: ExecutionFolders;
  readonly logs: LogStore;
  readonly running: RunningExecutions;
}

// Another process may be writing the log.
const pauseMilliseconds = 500;
const pieceBytes = 64 * 1024;

/** Executions as processes on this machine. */
export class LocalEngine implements ExecutionEngine {
  readonly name = 'local';
  readonly downloadsFiles = false;
  readonly #deps: LocalEngineDeps;

  constructor(deps: LocalEngineDeps) {
    this.#deps = deps;
  }

  /** Another process sees the stop in the record. */
  async stop({ id }: ExecutionRecord): Promise<void> {
    this.#deps.running.find(id)?.stop();
  }

  /** The stored log has everything. */
  async logSoFar(): Promise<undefined> {
    return undefined;
  }

  async logAfter({ id, engine }: ExecutionRecord, start: number, signal: AbortSignal): Promise<LogNews | undefined> {
    if (engine === undefined) return undefined;
    const { logs, running } = this.#deps;
    const news = async (): Promise<LogNews> => {
      const piece = await logs.read(id, { start, bytes: pieceBytes });
      return { bytes: piece?.bytes ?? Buffer.alloc(0), isComplete: false };
    };
    const written = running.find(id)?.nextLog();
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

  async artifacts({ id }: ExecutionRecord): Promise<readonly Artifact[]> {
    return (await listFiles(this.#deps.folders.artifacts(id), partFile)).map((path) => ({ path }));
  }

  artifact({ id }: ExecutionRecord, path: string): Promise<ArtifactContent | undefined> {
    return openFile(this.#deps.folders.artifacts(id), path);
  }
}
