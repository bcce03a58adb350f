import type { TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import type { ItemCounts, TaskState } from '../../../language/execution-plan/task-state.ts';
import type { SearchRunner } from '../../../language/expressions/pattern-searches.ts';
import type { Wait, WaitTexts } from '../../../language/flow/wait.ts';
import type { CarriedTexts } from '../../../store/executions/record/carried-texts.ts';
import type { TaskAction } from './task-action.ts';

/** Everything outside a run that it depends on. */
export interface RunPorts {
  readonly runner: ScriptRunner;
  /** In tests of flows; without it, every task runs. */
  readonly mocks?: TaskMocks | undefined;
  /** Waits within the run; without it, a task that waits ends the segment. */
  readonly waits?: WaitPort | undefined;
  /** Why the segment cannot end at a task that waits, as a clause. */
  readonly waitProblem?: (() => string | undefined) | undefined;
  readonly clock: Clock;
  readonly report: RunReport;
  readonly searches: SearchRunner;
  /** As `PreparedExecution.named`; without it, references stand for themselves. */
  readonly named?: ReadonlyMap<string, string> | undefined;
  /** At least 0 and less than 1, for pauses of random length. */
  readonly random: () => number;
  /** The id of the execution, if Flowgate keeps a record of it or the run has its own. */
  readonly executionId?: string | undefined;
  /** Masks secrets in stored text. */
  readonly mask: (text: string) => string;
}

/**
 * Runs the scripts of one execution on this machine or in a test, several at a time in flows with blocks. All paths are
 * relative to a workspace.
 */
export interface ScriptRunner {
  /**
   * Empties a workspace, except if it keeps the files of earlier executions.
   * @throws {RunFailure} if it cannot be created
   */
  prepare(place: WorkPlace): Promise<void>;
  /** Removes the own folder of a branch, as far as possible. */
  remove(place: WorkPlace): Promise<void>;
  /** The absolute path of a workspace. */
  workspace(place: WorkPlace): string;
  /** Puts the files of inputs into a workspace, unless they are there. */
  fetch(request: FetchRequest, stop: AbortSignal): Promise<FetchEnd>;
  /**
   * Runs one attempt of a script. Never rejects because of the script's behavior.
   * @param stop ends the script and all its processes
   */
  attempt(script: Script, stop: AbortSignal): Promise<ScriptEnd>;
  /**
   * Keeps the files that match a pattern of Ant with the execution; a stop ends it early.
   * @throws {RunFailure} if they cannot be kept
   */
  keep(request: KeepRequest, stop: AbortSignal): Promise<void>;
}

export interface KeepRequest {
  /** See task-path.ts. */
  readonly path: string;
  readonly place: WorkPlace;
  /** Patterns as in Ant. */
  readonly patterns: readonly string[];
}

/** Where a script runs. */
export interface WorkPlace {
  /** Undefined for the worker group of the outermost flow. */
  readonly workerGroup: string | undefined;
  /** Whether the workspace keeps the files of earlier executions. */
  readonly keeps: boolean;
  /** From 1, the default; others for tasks that use the worker group at the same time. */
  readonly number?: number;
  /** The number of a folder below the workspace, for one branch; unique in an execution. */
  readonly folder?: number;
}

export interface FetchRequest {
  /** The path of the task that needs the files. */
  readonly path: string;
  readonly place: WorkPlace;
  /** Whether others may run at the same time. */
  readonly isConcurrent: boolean;
  readonly files: readonly InputFile[];
  /** In whole seconds, for each file. */
  readonly limit: number | undefined;
}

/** A file in the value of an input: its description, and where it is in a workspace. */
export interface FileInWorkspace {
  readonly filename: string;
  /** Relative to a workspace, separated by `/`. */
  readonly path: string;
  /** Where it is fetched from. */
  readonly source: FileSource;
}

/** A file that a flow passes to its tasks and to the flows that it calls. */
export interface InputFile extends FileInWorkspace {
  /** The input that first had this value. */
  readonly input: string;
}

export type FileSource =
  | { readonly kind: 'content'; readonly id: string; readonly sha256: string }
  | { readonly kind: 'url'; readonly url: string; readonly maxSize?: number; readonly extensions?: readonly string[] };

export type FetchEnd =
  | { readonly kind: 'fetched' }
  | { readonly kind: 'stopped' }
  /** @property input the input whose file could not be fetched */
  | { readonly kind: 'failed'; readonly input: string };

export interface Script {
  /** See task-path.ts. */
  readonly path: string;
  /** Unique in an execution; the first one is 0. */
  readonly number: number;
  readonly place: WorkPlace;
  /** Whether others may run at the same time. */
  readonly isConcurrent: boolean;
  readonly action: Extract<TaskAction, { readonly kind: 'script' }>;
  readonly environment: ScriptEnvironment;
  /** In whole seconds. */
  readonly limit: number | undefined;
  /** Whether the task returns outputs. */
  readonly returnsOutputs: boolean;
}

/** The variables of a script, besides those of the system. */
export interface ScriptEnvironment {
  /** Names that the script must not see, even if the system sets them. */
  readonly hidden: readonly string[];
  /** Values of the flow, by name. */
  readonly values: ReadonlyMap<string, string>;
  /** Settings of the installation, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

export type ScriptEnd =
  /** @property returned the script's result, if the task returns outputs */
  | { readonly kind: 'ended'; readonly status: number; readonly returned?: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'stopped' }
  /** The script could not run: there is no shell, or no space. */
  | { readonly kind: 'failed'; readonly message: string };

/** Decides which tasks of an execution are replaced. */
export interface TaskMocks {
  /**
   * The replacement of a task: of a script, or of a call with all tasks of the called flow. Undefined for a task that
   * runs.
   * @param path see task-path.ts
   */
  find(plan: TaskPlan, path: string): TaskMock | undefined;
}

export interface TaskMock {
  /**
   * One attempt of the task. `stopped` stops the execution, even without a stop request.
   * @param limit in whole seconds
   * @param stop ends the attempt
   */
  attempt(limit: number | undefined, stop: AbortSignal): Promise<ScriptEnd>;
}

/** Waits where no segments exist: in tests of flows, and in a terminal. */
export interface WaitPort {
  wait(request: WaitRequest, stop: AbortSignal): Promise<WaitAnswer>;
}

export interface WaitRequest {
  /** See task-path.ts. */
  readonly path: string;
  readonly plan: TaskPlan;
  readonly wait: Wait;
  readonly texts: WaitTexts;
  /** The timeout of the task. */
  readonly seconds: number | undefined;
}

export type WaitAnswer =
  /**
   * @property outputs texts in the environment, by field
   * @property secrets those among them, in plain text
   */
  | {
      readonly state: 'SUCCESS';
      readonly outputs: ReadonlyMap<string, string>;
      readonly secrets?: readonly string[];
    }
  | { readonly state: 'FAILED'; readonly reason: string }
  | { readonly state: 'KILLED' };

/** A clock: real time, or virtual time in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves early when it is stopped. */
  sleep(milliseconds: number, stop: AbortSignal): Promise<void>;
  /** Runs steps side by side. Virtual time passes only while all of them wait. */
  together?(steps: readonly (() => Promise<void>)[]): Promise<unknown>;
}

/** Receives the events of an execution, in order. */
export interface RunReport {
  task(change: TaskChange): void;
  /** An attempt of a task starts or ends; those of a called flow lie within that of its task. */
  attempt?(change: AttemptChange): void;
  /** How far the items of a loop are: once its list is known, and after each item. */
  items?(path: string, counts: ItemCounts): void;
  /** What a later segment, or a restart, would get from the tasks so far has changed; `read` returns it. */
  carries?(read: () => CarriedTexts): void;
  /** A task has kept files of the flow's own workspace, whose paths contain no secrets. */
  keeps?(path: string, files: readonly string[]): void;
  /** Text for the log, from a task or from Flowgate itself. A promise pauses the execution until it resolves. */
  log(text: string, path: string | undefined): void | Promise<void>;
}

export interface AttemptChange extends TaskChange {
  readonly state: Exclude<TaskState, 'SKIPPED' | 'KEPT'>;
}

export interface TaskChange {
  /** See task-path.ts. */
  readonly path: string;
  readonly state: TaskState;
  /** Why it has failed, as a sentence without a full stop; secrets are masked. */
  readonly reason?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
