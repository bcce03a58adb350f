import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { Durability } from '../../../language/flow/flow.ts';
import type { StopForce } from '../../../lifecycle/sent-stop.ts';
import type { Artifact, ArtifactContent } from '../../../store/executions/artifacts/artifact.ts';
import type { CallOptions, PushResult } from '../../engine.ts';
import type { JobParameter } from '../jenkinsfile/job-parameter.ts';

export type { Artifact, ArtifactContent, CallOptions, PushResult, StopForce };

/**
 * Everything that Flowgate needs from Jenkins.
 *
 * - Each flow has one job: `<JENKINS_FOLDER>/<name of the namespace>/<name of the flow>` (docs/reference/jenkins.md).
 * Callers use only namespaces and ids; only the gateway knows Jenkins' names.
 * - Every method rejects only with a `JenkinsError`; its `kind` says what went wrong, and `retryable` whether the same
 *   call can succeed later without anyone changing anything. Where a method says so, a missing build or queue item is
 *   not an error but `undefined` or `false`.
 * - Every call has a timeout and a max reply size. An error does not show whether Jenkins has done what was requested:
 *   a request can take effect although its reply was lost, even after the caller has given up. All methods except
 *   `trigger` can therefore be repeated safely; see there.
 * - Calls do not wait for each other and have no order. Two concurrent pushes of one job leave one of the two scripts,
 *   complete; a caller that needs a certain one must hold a lock.
 * - The `signal` in the options ends a call with the kind `cancelled`.
 */
export interface JenkinsGateway {
  /** Whether Jenkins can serve Flowgate; if it is unreachable or starting, that is an error as everywhere. */
  readiness(options?: CallOptions): Promise<JenkinsReadiness>;

  /** How it is, in two calls that change nothing. */
  status(options?: CallOptions): Promise<JenkinsStatus>;
  /** A digest of what identifies this Jenkins, wherever it is; undefined if it does not say. */
  identity(options?: CallOptions): Promise<string | undefined>;

  /**
   * Brings the job to the requested state: creates missing folders and the job, updates a job that differs, and leaves
   * an up-to-date job unchanged. What Jenkins stored is read back and compared. A disabled job stays disabled.
   */
  pushJob(job: JenkinsJob, options?: CallOptions): Promise<PushResult>;
  /** Prevents new builds, and removes waiting ones from the queue. False if the job does not exist. */
  disableJob(key: FlowKey, options?: CallOptions): Promise<boolean>;
  /** False if the job does not exist. */
  enableJob(key: FlowKey, options?: CallOptions): Promise<boolean>;
  /** All jobs of flows below the folder, in one call. */
  listJobs(options?: CallOptions): Promise<readonly JobSummary[]>;

  /**
   * Stores a secret text in the namespace's folder, creating the folder if necessary. An existing ID counts as success
   * and keeps its value: IDs are random and never reused.
   */
  createSecret(namespace: string, id: string, value: string, options?: CallOptions): Promise<void>;
  /** False if there was none. */
  deleteSecret(namespace: string, id: string, options?: CallOptions): Promise<boolean>;
  /** IDs that begin with `prefix`: one call for one namespace, or one per namespace. */
  listSecrets(
    prefix: string,
    options?: CallOptions & { readonly namespace?: string },
  ): Promise<readonly { readonly namespace: string; readonly id: string }[]>;

  /**
   * Requests a build, without the quiet period. It runs the script that the job has when the build starts, which can be
   * newer than now. Jenkins merges requests with equal parameters while they wait (`merged`).
   *
   * After any error except `not-found`, `rejected`, `unauthorised` and `forbidden`, the build may still start, even
   * later: search for it with `findExecution` before repeating, and make the build itself reject a second run
   * (docs/explanation/executions.md). `not-found`: the job does not exist. `rejected`: the job is disabled, or declares
   * no parameters.
   */
  trigger(key: FlowKey, parameters: ReadonlyMap<string, string>, options?: TriggerOptions): Promise<TriggeredBuild>;
  /**
   * Every queue item and every one of the last 100 builds whose parameter FLOWGATE_EXECUTION_ID is the execution ID,
   * the oldest first: more than one after a repeated trigger. A trigger in flight is not visible yet. Empty if the job
   * does not exist.
   */
  findExecution(key: FlowKey, executionId: string, options?: CallOptions): Promise<readonly ExecutionTrace[]>;
  /**
   * Undefined for an item that does not exist or that Jenkins has forgotten, which it does minutes after the start.
   * @param options.of the execution whose item it must be: after a crash, Jenkins gives the same IDs to other items
   */
  queueItem(id: number, options?: CallOptions & { readonly of?: string }): Promise<QueueItem | undefined>;
  /** Everything that waits in Jenkins' queue, for all flows and reasons, in one call. */
  waits(options?: CallOptions): Promise<QueueWaits>;
  /** False if it had already left the queue, as a build or cancelled; `queueItem` shows which. */
  cancelQueueItem(id: number, options?: CallOptions): Promise<boolean>;

  /**
   * The states of many builds. A single build costs one call. For several, all running ones cost one call in total, and
   * ended ones at most one call per job; at most `options.calls` calls (default 5) are made, and builds not covered by
   * them are in neither list: call again.
   */
  builds(keys: readonly BuildKey[], options?: CallOptions & { readonly calls?: number }): Promise<BuildStates>;
  /** Undefined if the build does not exist. */
  build(key: BuildKey, options?: CallOptions): Promise<BuildState | undefined>;
  /** The work on the executors of agents, in two calls. */
  executors(options?: CallOptions): Promise<Executors>;
  /** Which builds use an executor of an offline agent, in one call. */
  offlineAgents(options?: CallOptions): Promise<OfflineAgents>;
  /**
   * Where the pipeline of a running build is: the innermost step of each of its threads. Read from an HTML page;
   * undefined if the page shows no threads.
   */
  pipelineSteps(build: BuildKey, options?: CallOptions): Promise<readonly PipelineStep[] | undefined>;
  /**
   * The latest builds of a job, the newest first, including those that Flowgate did not start. Empty if the job does
   * not exist.
   */
  recentBuilds(key: FlowKey, count: number, options?: CallOptions): Promise<readonly BuildState[]>;
  /** The latest builds of each job below the folder, in one call, however many jobs there are. */
  recentBuildsOfAll(count: number, options?: CallOptions): Promise<readonly BuildState[]>;
  /**
   * Aborts a build; also true if it had already ended. `stop` lets the build clean up, `term` ends a pipeline that does
   * not react to that, and `kill` ends it immediately without running any more of it. Each returns before the build has
   * ended; the caller escalates. False if the build does not exist.
   */
  stopBuild(build: BuildKey, force?: StopForce, options?: CallOptions): Promise<boolean>;

  /**
   * The log from an offset on, as Jenkins counts: only 0 and values of `next` are offsets. Never ends within a
   * character or a hidden note; ANSI sequences are kept. Undefined if the build does not exist.
   */
  log(build: BuildKey, start: number, options?: CallOptions): Promise<LogRange | undefined>;
  /** Undefined if the build does not exist. */
  artifacts(build: BuildKey, options?: CallOptions): Promise<readonly Artifact[] | undefined>;
  /**
   * One file. The stream fails with a `JenkinsError` if the reply is cut off. Undefined if the file does not exist, and
   * for a path for which Jenkins would serve something else (`isServablePath`).
   */
  artifact(build: BuildKey, path: string, options?: CallOptions): Promise<ArtifactContent | undefined>;
}

export interface TriggerOptions extends CallOptions {
  /** The span that the build belongs to, for Jenkins' OpenTelemetry plugin (docs/reference/telemetry.md). */
  readonly traceparent?: string | undefined;
}

export interface BuildKey {
  /** The flow of the job. */
  readonly job: FlowKey;
  readonly number: number;
}

export interface JenkinsReadiness {
  /** From the `X-Jenkins` header: `2.528.1`. */
  readonly version: string;
  /** Whether it only finishes running builds and starts no new ones. */
  readonly quietingDown: boolean;
  /** Short names of required plugins that are missing or inactive; undefined if the account may not see plugins. */
  readonly missingPlugins: readonly string[] | undefined;
  /** Permissions that the account is known to lack, such as `Job/Create`; not all can be checked in advance. */
  readonly missingPermissions: readonly string[];
}

export interface JenkinsStatus {
  readonly version: string | undefined;
  readonly isQuietingDown: boolean;
  /** The executors of its agents; undefined if the account may not see them. */
  readonly executors: { readonly busy: number; readonly total: number } | undefined;
}

export interface JenkinsJob {
  readonly key: FlowKey;
  readonly description: string;
  /** The parameters of the flow's inputs; the gateway adds those of its protocol. */
  readonly parameters: readonly JobParameter[];
  readonly script: string;
  /** `full` by default. */
  readonly durability?: Durability;
  /** The label, or an expression of labels, of the agents that it needs; any agent by default. */
  readonly label?: string | undefined;
}

export interface JobSummary {
  readonly key: FlowKey;
  /** The number of the next build: it shows whether there were builds since the last read. */
  readonly nextBuildNumber: number;
  readonly disabled: boolean;
}

export interface TriggeredBuild {
  readonly queueItem: number;
  /** Whether an item with the same parameters was already waiting, so that both requests share one build. */
  readonly merged: boolean;
}

/** Where an execution was found: in the queue, or as a build. */
export type ExecutionTrace =
  | { readonly place: 'queue'; readonly queueItem: number }
  | { readonly place: 'build'; readonly build: BuildState };

export type QueueItem =
  /** `why` is Jenkins' text for users: `Waiting for next available executor`. */
  | { readonly state: 'waiting'; readonly why: string }
  | { readonly state: 'started'; readonly number: number }
  | { readonly state: 'cancelled' };

/** Jenkins' texts for users: `Waiting for next available executor`. */
export interface QueueWaits {
  /** By the number of the queue item. */
  readonly items: ReadonlyMap<number, string>;
  /** Why a build waits for an agent, at any point of its run; undefined if it does not. */
  readonly ofBuild: (build: BuildKey) => string | undefined;
}

export interface BuildStates {
  readonly found: readonly BuildState[];
  /** Builds that Jenkins does not have, or no longer has. */
  readonly gone: readonly BuildKey[];
  /** The number of calls made. */
  readonly calls: number;
}

export interface PipelineStep {
  /** `sh`; undefined for Groovy between steps. */
  readonly name: string | undefined;
  /** What the step itself reports, `awaiting process completion in /agent/hello`; undefined if it reports nothing. */
  readonly status: string | undefined;
  /** Whether Jenkins has lost the executor of a `node` block that contains the step. */
  readonly isWithoutExecutor: boolean;
}

export interface Executors {
  /** Whether Jenkins starts nothing new, because it is about to be restarted. */
  readonly isQuietingDown: boolean;
  /** Whether there are agents that a cloud has added, so that more can follow. */
  readonly areAddedOnDemand: boolean;
  /** The number of idle executors of agents with a label, or of all agents if it is undefined or an expression. */
  readonly idle: (label: string | undefined) => number;
  /** Whether a build uses an executor. */
  readonly ofBuild: (build: BuildKey) => boolean;
}

export interface OfflineAgents {
  /** The offline agent whose executor a build uses; undefined if all its agents are online. */
  readonly ofBuild: (build: BuildKey) => OfflineAgent | undefined;
}

export interface OfflineAgent {
  readonly name: string;
  /** Jenkins' text for users, which may be empty. */
  readonly why: string;
}

export type BuildResult = 'SUCCESS' | 'UNSTABLE' | 'FAILURE' | 'ABORTED' | 'NOT_BUILT';

export interface BuildState {
  readonly key: BuildKey;
  readonly building: boolean;
  /** Whether its pipeline runs; false for a moment before and after, and forever if Jenkins crashes in between. */
  readonly inProgress: boolean;
  /** Final only if `building` is false; then it is always present. */
  readonly result: BuildResult | undefined;
  /** The start time, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds from start to end; undefined while it runs, and for a moment after. */
  readonly duration: number | undefined;
  /** What the pipeline wrote about itself (`templates/runtime/progress.groovy`); empty before that. */
  readonly description: string;
  /** The ID of the user who started it, Flowgate's own or a person's; undefined if it was not a user. */
  readonly startedBy: string | undefined;
  /** Jenkins' text about who or what aborted it, `Aborted by Ada`; undefined if it was not aborted. */
  readonly abortedBy: string | undefined;
}

export interface LogRange {
  /** With LF line endings, without hidden notes. */
  readonly text: string;
  /** The offset of the next range. */
  readonly next: number;
  /** False once the log is complete; the result of a build can be final before that. */
  readonly more: boolean;
  /** Whether the range exceeded the limit of one read: the end of `text` is missing something. */
  readonly truncated: boolean;
}
