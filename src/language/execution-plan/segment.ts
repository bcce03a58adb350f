/*
 * An execution has one or more segments: builds, or runs on this machine. The first one begins with the first task; a
 * segment that begins later gets what the tasks before it have returned. A task that waits ends its segment, and the next
 * one begins at the same task, whose end is then known. A restart begins at the task that failed.
 */

/** Where a segment begins. */
export interface SegmentStart {
  /** From 1; unique in an execution. */
  readonly number: number;
  /** The id of its first task, of the flow's `tasks`; undefined for all of them. */
  readonly from?: string;
  /** How that task has ended, if it waited; otherwise it runs. Its outputs are among the carried ones. */
  readonly ended?: WaitEnd;
  /** Milliseconds that earlier segments have run or have waited for executions, which count towards the timeout of the flow. */
  readonly elapsed: number;
  /** Whether a tolerated task of an earlier segment has failed. */
  readonly hasWarning: boolean;
}

/** How a wait has ended. */
export type WaitEnd =
  | { readonly state: 'SUCCESS' }
  /** @property reason a clause: `rejected by carol: too early` */
  | { readonly state: 'FAILED'; readonly reason: string }
  | { readonly state: 'KILLED' };

/**
 * What a segment gets from the tasks before it. Places mark the secrets of inputs that tasks have returned; what people
 * and signals have sent is as they sent it.
 */
export interface Carried {
  readonly outputs: CarriedOutputs;
  /** The output files that it finds in the workspace, by their paths there. */
  readonly files: readonly CarriedFile[];
  /** The items of the loop at which it begins that need not run again. */
  readonly items?: CarriedItems;
}

/** The outputs of tasks by id and field, as texts in the environment: all that tasks after them can see. */
export type CarriedOutputs = Readonly<Record<string, Readonly<Record<string, CarriedText>>>>;

/** A text, in which a place marks a secret. */
export type CarriedText = string | readonly (string | SecretPlace)[];

export interface SecretPlace {
  /** The id of the input. */
  readonly secret: string;
  /** 0 for the secret, others for its lines and other forms, as the engine numbers them. */
  readonly part: number;
}

export interface CarriedFile {
  readonly path: string;
  /** The id of the task of `tasks` that kept it, or in which a task did. */
  readonly task: string;
  /** The execution that kept it. */
  readonly execution: string;
  /** The number of the build that kept it, in Jenkins. */
  readonly build?: number;
}

/** The items of a loop that have succeeded, by label. */
export interface CarriedItems {
  /** The id of the loop. */
  readonly task: string;
  /** The JSON of the outputs of each item by id. */
  readonly done: Readonly<Record<string, Readonly<Record<string, CarriedText>>>>;
}

/** The max number of files that a segment finds in its workspace. */
export const maxCarriedFiles = 1000;

export const nothingCarried: Carried = { outputs: {}, files: [] };
