import type { Logger } from 'pino';
import type { EngineName } from '../base/config/allowed-values.ts';
import type { Configuration } from '../base/config/configuration.ts';
import type { EngineRequirements } from '../base/config/load-configuration.ts';
import type { Problem } from '../base/problem/problem.ts';
import type { Tracing } from '../base/telemetry/tracing.ts';
import type { Pace } from '../base/timers/pace.ts';
import type { CalledSecretDefault } from '../language/execution-plan/called-secrets.ts';
import type { FlowPlan } from '../language/execution-plan/flow-plan.ts';
import type { PlanFacts } from '../language/execution-plan/plan-facts.ts';
import type { CalledFlow } from '../language/execution-plan/plan-options.ts';
import type { FlowKey } from '../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../language/flow/flow.ts';
import type { WaitTexts } from '../language/flow/wait.ts';
import type { BoundedRunner, WorkOwner } from '../language/safe-patterns/bounded-runner.ts';
import type { ExecutionRecord } from '../lifecycle/execution-record.ts';
import type { FinalState } from '../lifecycle/execution-state.ts';
import type { SegmentLeft } from '../lifecycle/segments.ts';
import type { Artifact, ArtifactContent } from '../store/executions/artifacts/artifact.ts';
import type { EnginePorts } from '../store/executions/execution-ports.ts';
import type { LogLines } from '../store/executions/logs/line-picker.ts';
import type { StartOutcome } from '../store/executions/redis/bull-start-queue.ts';
import type { Round } from '../store/leases/leader-loop.ts';
import type { Fence } from '../store/leases/lease.ts';
import type { RedisConnection } from '../store/redis/connect-redis.ts';
import type { ControllerStates } from './controllers/controller-states.ts';
import type { Controller, JenkinsController } from './controllers/controller.ts';
import type { Transpile } from './flow-transpiler.ts';

/*
 * The port between Flowgate and what runs flows. An engine is a folder here, and one line in `engine-modules.ts`.
 * Apart from that, its name is declared in `base/config/allowed-values.ts` and openapi.yaml, and its settings
 * in `base/config/settings`.
 *
 * An execution passes these steps, in this order:
 *
 * 1. The gateway checks the plan of the flow, with `problems`, and stores the execution.
 * 2. A worker takes it from the queue and calls `start`. Between the steps, any process may die, and a step may be
 *    repeated: `start` starts an execution exactly once, however often and by however many processes it is called.
 * 3. The engine writes the progress to the record until the execution has ended: its `rounds` in one process at a time,
 *    or the process that runs it. The record is the source of truth; what an engine keeps in memory may be lost.
 *    A task that waits ends the segment: the engine calls `waits.begin`, and later the execution passes these steps again,
 *    from 2. on, with the next `segment` in its record.
 * 4. Before the final state, the whole log is in the log store. From then on, only artifacts are read from the engine.
 *    The end of an execution that ends while it waits follows a moment later (`endLog`).
 *
 * The methods may be called concurrently, by several processes, for any execution and at any step. A method that is
 * called too early or too late does nothing.
 */

/** What a folder of `engines` exports. */
export interface EngineModule extends EngineRequirements {
  readonly name: string;
  /** How the lines of a task are found in a stored log. Also needed if the engine is no longer configured. */
  readonly lines: LogLines;
  /**
   * Whether executions run here if no setting names an engine.
   * @param wasOther resolves with whether flows ran before on an engine that checks users itself, as Jenkins does
   */
  isDefault(configuration: Configuration, wasOther: () => Promise<boolean>): boolean | Promise<boolean>;
  /** The settings that keep it from being the default, for the log. */
  notDefaultBecause?(configuration: Configuration): readonly string[];
  /** Remembers, with the data, that this engine is configured: its settings can get lost. */
  remember?(configuration: Configuration): Promise<void>;
  /** Whether stored data shows that this engine was used before. @throws {AppError} `store-unavailable` */
  wasUsed?(configuration: Configuration, redis: () => Promise<RedisConnection>): Promise<boolean>;
  /** The message in the log at startup if executions run here. */
  describe(configuration: Configuration): string;
  /**
   * One engine, or one for each of several controllers.
   * @param isCurrent whether it runs new executions; if not, it may return none
   */
  open(deps: EngineDeps, isCurrent: boolean): readonly ExecutionEngine[];
}

export interface EngineDeps {
  readonly settings: EngineSettings;
  readonly controllers: readonly JenkinsController[];
  readonly states: ControllerStates;
  readonly redis: RedisConnection;
  readonly ports: EnginePorts;
  /** Transpiles large flows in another process. */
  readonly transpile: Transpile;
  readonly observeCall?: ObserveCall | undefined;
  /** Max repeated calls of another system in a second; limited by the engine by default. */
  readonly callsPerSecond?: number | undefined;
  readonly now: () => Date;
}

export type EngineSettings = Pick<Configuration, 'dataFolder' | 'localExecutors' | 'minFreeBytes'>;

/** Called after every call to another system, with its duration, `ok` or the kind of the error, and its controller. */
export type ObserveCall = (call: string, outcome: string, seconds: number, controller: string) => void;

/** What runs executions. Every process that serves requests or works opens each engine once. */
export interface ExecutionEngine {
  readonly name: string;
  /** Which one it is, if the engine can have several; it gets only executions of this one. */
  readonly controller?: Controller;
  /** Whether agents download the files of executions from Flowgate, for which it needs a public URL. */
  readonly downloadsFiles: boolean;
  /** Why the outputs of an execution that has succeeded are not stored; undefined if they are. */
  readonly noOutputs?: string;
  /** The engine's own secrets that a namespace may use, `<namespace>/<credential id>`. */
  readonly credentials: readonly string[];
  /** Conditions for running executions. Each throws while it is not met; otherwise returns a version, if known. */
  readonly checks: Readonly<Record<string, () => Promise<string>>>;
  /** The problems of a plan that only this engine has. */
  problems(facts: PlanFacts): readonly Problem[];
  /**
   * Passes on a stop that a caller has requested and that the record contains. If that is not possible now, the record
   * contains the reason, and the engine retries.
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
  /** Updates the engine's copy of a flow without running it; undefined if it has none. @throws {AppError} `jenkins-unavailable` */
  push?(flow: PreparedFlow): Promise<PushResult>;
  /** Removes the engine's copy of a deleted flow, if it has one. Idempotent. */
  retire?(flow: FlowKey): Promise<void>;
  /** Adds the end to the stored log of an execution that ends while it waits, if the engine writes one. */
  endLog?(record: ExecutionRecord, state: FinalState, reason: string | undefined): Promise<void>;
  /** The part that works in the background; undefined if nothing can run, as without a key. */
  work(deps: EngineWorkDeps): EngineWork | undefined;
  close(): void;
}

/** The part of an engine that runs in workers. */
export interface EngineWork {
  /** Starts an accepted execution. @throws {AppError} `store-unavailable` */
  start(executionId: string): Promise<StartOutcome>;
  /** What one worker does periodically while this engine runs new executions. */
  readonly rounds: readonly Round[];
  /** The same, also while another engine runs new executions. */
  readonly upkeep: readonly Round[];
  /** Resolves when it has no work in progress in this process. */
  stop(): Promise<void>;
}

export interface EngineWorkDeps {
  readonly preparation: ExecutionPreparation;
  readonly waits: {
    /**
     * Records that a segment has ended at a task that waits, in one step; does nothing if it was recorded before.
     * @throws {AppError} `store-unavailable`
     */
    begin(record: ExecutionRecord, end: SegmentEnd): Promise<void>;
  };
  readonly files: {
    /** The URL at which an agent downloads a file of an execution. @throws {AppError} `public-url-missing` */
    urlOf(executionId: string, inputId: string, token: string): string;
    /** The URL at which an agent downloads the files of earlier segments. @throws {AppError} `public-url-missing` */
    urlOfKept(executionId: string): string;
    /** The content of a file. @throws {AppError} `files-unavailable`, `store-unavailable` */
    contentOf(sha256: string): Promise<Pick<ArtifactContent, 'stream'> | undefined>;
  };
  /** Runs the patterns of flow authors. */
  readonly patterns: BoundedRunner;
  readonly pace: Pace;
  /** Undefined when tracing is disabled. */
  readonly tracing?: Tracing | undefined;
  readonly logger?: Logger | undefined;
  /** Called with each error; the work is retried later. */
  readonly report: (error: unknown, what: string) => void;
}

/** The end of a segment at a task that waits. */
export interface SegmentEnd extends SegmentLeft {
  readonly texts: WaitTexts;
  readonly fence?: Fence;
}

export interface ExecutionPreparation {
  /**
   * Prepares an accepted execution; the same execution always gets the same result.
   * @throws {AppError} with the reason if the flow can no longer be run; `store-unavailable`
   */
  ofExecution(record: ExecutionRecord): Promise<PreparedExecution>;
}

/** A runnable flow: checked, together with all flows that it calls. */
export interface PreparedFlow {
  readonly flow: ValidatedFlow;
  /** Every flow that is called, directly or indirectly, by `callKey`. */
  readonly called: ReadonlyMap<string, CalledFlow>;
  readonly revision: number | undefined;
  /** The owner of the job of printing it. */
  readonly owner: WorkOwner;
  /** Equal for flows that behave the same; undefined if the flow calls others, whose revisions may change. */
  readonly digest: string | undefined;
  /** The defaults of secret inputs of called flows. */
  readonly calledDefaults: readonly CalledSecretDefault[];
  /** What to run. Takes a moment for a large flow. */
  plan(): FlowPlan;
}

export interface PreparedExecution extends PreparedFlow {
  /** In plain text, by the names of `secret-names.ts`. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The secrets that the defaults of called flows name, by their references. */
  readonly named: ReadonlyMap<string, string>;
}

/** The log text after an offset, in bytes; `isComplete` if nothing follows. */
export interface LogNews {
  readonly bytes: Buffer;
  readonly isComplete: boolean;
}

export interface PushResult {
  /** The URL of the copy for users. */
  readonly url: string;
  readonly change: 'created' | 'updated' | 'unchanged';
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The engines that are part of Flowgate, by the names that the setting FLOWGATE_ENGINE has for them. */
export type EngineModules = Readonly<Record<EngineName, EngineModule>>;
