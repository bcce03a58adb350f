import type { Readable } from 'node:stream';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { Durability } from '../../language/flow/flow.ts';
import type { JobParameter } from '../../jenkinsfile/job-parameter.ts';

/**
 * Everything that Flowgate asks of Jenkins.
 *
 * - Each flow has one job: `<JENKINS_FOLDER>/<name of the namespace>/<name of the flow>` (docs/reference/jenkins.md).
 * Callers speak of namespaces and ids only; nobody but the gateway knows Jenkins' names.
 * - Every method rejects with a `JenkinsError` and with nothing else; its `kind` tells what went wrong, `retryable`
 *   whether the same call can succeed later without anybody changing anything. What is merely not there (a build, a
 *   queue item) is no error but `undefined` or `false`, where the method says so.
 * - Every call is bounded in time and in the size of its answer. An error says nothing about whether Jenkins did what
 *   it was asked: a request can take effect although its reply got lost, and even after the caller gave up.
 *   All methods but `trigger` can therefore be repeated at will; for `trigger` see there.
 * - Calls do not wait for each other and keep no order among themselves. Two pushes of one job at once leave one of the
 *   two texts, whole; whoever needs a certain one holds a lock.
 * - The `signal` in the options ends a call with the kind `cancelled`.
 */
export interface JenkinsGateway {
  /** Whether Jenkins can serve Flowgate; an unreachable or starting one is an error like everywhere. */
  readiness(options?: CallOptions): Promise<JenkinsReadiness>;

  /**
   * Makes the job what it should be: missing folders and the job are created, a job that differs is updated and one
   * that is right is left alone. What Jenkins stored is read back and compared. A disabled job stays disabled.
   */
  pushJob(job: JenkinsJob, options?: CallOptions): Promise<PushResult>;
  /** Nothing new starts; what waits in the queue goes too. False when there is no such job. */
  disableJob(key: FlowKey, options?: CallOptions): Promise<boolean>;
  /** False when there is no such job. */
  enableJob(key: FlowKey, options?: CallOptions): Promise<boolean>;
  /** All jobs of flows below the folder, by one call. */
  listJobs(options?: CallOptions): Promise<readonly JobSummary[]>;

  /**
   * Keeps a secret text in the namespace's folder, made when missing. An id that is there already counts as
   * success and keeps its value: ids are random and never used twice.
   */
  createSecret(namespace: string, id: string, value: string, options?: CallOptions): Promise<void>;
  /** False when there was none. */
  deleteSecret(namespace: string, id: string, options?: CallOptions): Promise<boolean>;
  /** Ids that begin with `prefix`, by one call for one namespace, or one for each. */
  listSecrets(
    prefix: string,
    options?: CallOptions & { readonly namespace?: string },
  ): Promise<readonly { readonly namespace: string; readonly id: string }[]>;

  /**
   * Asks for a build, without the quiet period. It runs the script that the job has when it starts, which can be a
   * later one than now. Equal parameters that still wait are one build to Jenkins (`merged`).
   *
   * After any error but `not-found`, `rejected`, `unauthorised` and `forbidden` the build may come all the same, also later: look for
   * it with `findExecution` before repeating, and let the build itself reject to be the second one
   * (docs/explanation/executions.md). `not-found`: the job is gone. `rejected`: the job is disabled, or declares no
   * parameters.
   */
  trigger(key: FlowKey, parameters: ReadonlyMap<string, string>, options?: CallOptions): Promise<TriggeredBuild>;
  /**
   * Every queue item and every one of the last 100 builds that carries the execution id as its parameter
   * FLOWGATE_EXECUTION_ID, the oldest first: more than one after a repeated trigger. A trigger in flight is not visible yet.
   * Empty when the job is gone.
   */
  findExecution(key: FlowKey, executionId: string, options?: CallOptions): Promise<readonly ExecutionTrace[]>;
  /** Undefined for an item that never was or that Jenkins has forgotten, which it does minutes after the start. */
  queueItem(id: number, options?: CallOptions): Promise<QueueItem | undefined>;
  /** What waits in Jenkins' queue, of all flows and for all reasons: by one call. */
  waits(options?: CallOptions): Promise<QueueWaits>;
  /** False when it had left the queue before, to become a build or nothing; `queueItem` tells which. */
  cancelQueueItem(id: number, options?: CallOptions): Promise<boolean>;

  /**
   * The states of many builds. A single one costs one call. Of several, whatever runs costs one call in all, what has
   * ended at most one call a job; not more than `options.calls` (default 5) are made, and builds for which none was left
   * stand in neither list: ask again.
   */
  builds(keys: readonly BuildKey[], options?: CallOptions & { readonly calls?: number }): Promise<BuildStates>;
  /** Undefined when there is no such build. */
  build(key: BuildKey, options?: CallOptions): Promise<BuildState | undefined>;
  /** Which builds hold an executor of an agent that is offline, by one call. */
  offlineAgents(options?: CallOptions): Promise<OfflineAgents>;
  /**
   * Where the pipeline of a running build is: the innermost step of each of its threads. It is read from a page for
   * people; undefined when there are none.
   */
  pipelineSteps(build: BuildKey, options?: CallOptions): Promise<readonly PipelineStep[] | undefined>;
  /** The latest builds of a job, the newest first, also those that Flowgate did not ask for. Empty when the job is gone. */
  recentBuilds(key: FlowKey, count: number, options?: CallOptions): Promise<readonly BuildState[]>;
  /** The latest builds of each job below the folder, by one call, however many jobs there are. */
  recentBuildsOfAll(count: number, options?: CallOptions): Promise<readonly BuildState[]>;
  /**
   * Aborts a build; true also when it had ended. `stop` lets the build finish its clean-up, `term` ends a pipeline that
   * does not react to that, `kill` lets go of it at once and runs no more of it. Each returns before the build has
   * ended; the caller escalates when its patience ends. False when there is no such build.
   */
  stopBuild(build: BuildKey, force?: StopForce, options?: CallOptions): Promise<boolean>;

  /**
   * The log from an offset on, in Jenkins' own counting: only 0 and values of `next` are offsets. Never ends within a
   * character or a hidden note; ANSI sequences stay. Undefined when there is no such build.
   */
  log(build: BuildKey, start: number, options?: CallOptions): Promise<LogRange | undefined>;
  /** Undefined when there is no such build. */
  artifacts(build: BuildKey, options?: CallOptions): Promise<readonly Artifact[] | undefined>;
  /**
   * One file. The stream fails with a `JenkinsError` when the reply is cut. Undefined when there is no such file, and for a path
   * by which Jenkins would serve something else (`isServablePath`).
   */
  artifact(build: BuildKey, path: string, options?: CallOptions): Promise<ArtifactContent | undefined>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface BuildKey {
  /** The flow whose job it is of. */
  readonly job: FlowKey;
  readonly number: number;
}

export interface JenkinsReadiness {
  /** As `X-Jenkins` has it: `2.528.1`. */
  readonly version: string;
  /** It finishes what runs and starts nothing new. */
  readonly quietingDown: boolean;
  /** Short names of required plugins that are not installed or not active; undefined when the account may not see them. */
  readonly missingPlugins: readonly string[] | undefined;
  /** Permissions that the account turned out to lack, such as `Job/Create`; not every one can be found out in advance. */
  readonly missingPermissions: readonly string[];
}

export interface JenkinsJob {
  readonly key: FlowKey;
  readonly description: string;
  /** Those of the flow's inputs; the gateway adds the ones of its own protocol. */
  readonly parameters: readonly JobParameter[];
  readonly script: string;
  /** `full` when absent. */
  readonly durability?: Durability;
}

export interface PushResult {
  /** Where people find the job; below `JENKINS_URL`. */
  readonly url: string;
  readonly change: 'created' | 'updated' | 'unchanged';
}

export interface JobSummary {
  readonly key: FlowKey;
  /** The number that the next build gets: it tells whether there were builds since the last look. */
  readonly nextBuildNumber: number;
  readonly disabled: boolean;
}

export interface TriggeredBuild {
  readonly queueItem: number;
  /** It was waiting already with the same parameters, so that there is one build for both requests. */
  readonly merged: boolean;
}

/** Where an execution is to be found: in the queue, or as a build. */
export type ExecutionTrace =
  { readonly place: 'queue'; readonly queueItem: number } | { readonly place: 'build'; readonly build: BuildState };

export type QueueItem =
  /** `why` is Jenkins' sentence for people: `Waiting for next available executor`. */
  | { readonly state: 'waiting'; readonly why: string }
  | { readonly state: 'started'; readonly number: number }
  | { readonly state: 'cancelled' };

/** Jenkins' sentences for people: `Waiting for next available executor`. */
export interface QueueWaits {
  /** By the numbers of queue items. */
  readonly items: ReadonlyMap<number, string>;
  /** Why a build waits for a node, wherever in its course; undefined when it does not. */
  readonly ofBuild: (build: BuildKey) => string | undefined;
}

export interface BuildStates {
  readonly found: readonly BuildState[];
  /** Jenkins has no such build, any more. */
  readonly gone: readonly BuildKey[];
  /** How many calls it took. */
  readonly calls: number;
}

export interface PipelineStep {
  /** `sh`; undefined for Groovy between steps. */
  readonly name: string | undefined;
  /** What the step itself says that it does, `awaiting process completion in /agent/hello`; undefined when it says nothing. */
  readonly status: string | undefined;
}

export interface OfflineAgents {
  /** The agent that a build holds an executor of; undefined when it is online or the build holds none. */
  readonly ofBuild: (build: BuildKey) => OfflineAgent | undefined;
}

export interface OfflineAgent {
  readonly name: string;
  /** Jenkins' sentence for people; empty where it has none. */
  readonly why: string;
}

export type BuildResult = 'SUCCESS' | 'UNSTABLE' | 'FAILURE' | 'ABORTED' | 'NOT_BUILT';
export type StopForce = 'stop' | 'term' | 'kill';

export interface BuildState {
  readonly key: BuildKey;
  readonly building: boolean;
  /** Only final once `building` is false; then it is always there. */
  readonly result: BuildResult | undefined;
  /** When it started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds from start to end; undefined while it runs, and for a moment after. */
  readonly duration: number | undefined;
  /** What the pipeline wrote about itself (`templates/runtime/progress.groovy.hbs`). Empty before that. */
  readonly description: string;
  /** The id of the user who asked for it, Flowgate's own or a person's; undefined when it was no user. */
  readonly startedBy: string | undefined;
  /** Jenkins' sentence about who or what aborted it, `Aborted by Ada`; undefined when nobody did. */
  readonly abortedBy: string | undefined;
}

export interface LogRange {
  /** With LF at the ends of lines, without hidden notes. */
  readonly text: string;
  /** Where the next range starts. */
  readonly next: number;
  /** False once the log is complete; the result of a build can be final before that. */
  readonly more: boolean;
  /** The range was longer than the gateway reads at once: something is missing at the end of `text`. */
  readonly truncated: boolean;
}

export interface Artifact {
  /** Relative to the build's artifacts, with `/`. */
  readonly path: string;
}

export interface ArtifactContent {
  readonly stream: Readable;
  /** Bytes, where Jenkins says it. */
  readonly size: number | undefined;
  readonly contentType: string;
}
