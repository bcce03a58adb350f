import type { Artifact, ArtifactContent, CallOptions } from './jenkins/client/jenkins-gateway.ts';
import type { LogNews } from './jenkins/builds/live-logs.ts';
import type { Round } from '../execution/leader-loop.ts';
import type { ExecutionRecord } from '../execution/record/execution-record.ts';
import type { TriggerOutcome } from '../execution/record/trigger-queue.ts';

/** What runs executions: Jenkins, or this machine. Any process that serves requests uses this part. */
export interface ExecutionEngine {
  readonly name: 'jenkins' | 'local';
  /** Whether agents download the files of executions from Flowgate, for which it needs a public URL. */
  readonly downloadsFiles: boolean;
  /**
   * Passes on a stop that a caller has requested and that the record contains. If that is not possible now, the record
   * says so, and the engine tries again.
   */
  stop(record: ExecutionRecord, options?: CallOptions): Promise<void>;
  /** The log of an open execution so far; undefined if it must be read from the stored logs. */
  logSoFar(record: ExecutionRecord): Promise<Buffer | undefined>;
  /**
   * Resolves with the log of an open execution after `offset`: at once if there is some, otherwise when some arrives, or
   * with nothing after a while. Undefined if it has not started.
   */
  logAfter(record: ExecutionRecord, offset: number, signal: AbortSignal): Promise<LogNews | undefined>;
  /** Empty if it has kept no files. @throws {AppError} `jenkins-unavailable` */
  artifacts(record: ExecutionRecord): Promise<readonly Artifact[]>;
  /**
   * Opens a file from that list, without making the whole list each time; undefined if it is not in the list.
   * @throws {AppError} `artifact-not-found` if it cannot be served, `jenkins-unavailable`
   */
  artifact(record: ExecutionRecord, path: string, options: CallOptions): Promise<ArtifactContent | undefined>;
}

/** The part of an engine that runs in workers. */
export interface EngineWork {
  /** Starts an accepted execution; exactly once, whichever processes die. @throws {AppError} `store-unavailable` */
  trigger(executionId: string): Promise<TriggerOutcome>;
  /** What one worker does periodically. */
  readonly rounds: readonly Round[];
  /** Resolves when nothing of it is in progress in this process. */
  stop(): Promise<void>;
}
