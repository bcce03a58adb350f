import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import type { JenkinsShapes } from '../../../language/task-types/jenkins-shapes.ts';
import type { Span } from '../../groovy/syntax.ts';

/** The flow as it grows. */
export interface FlowDraft {
  readonly id: string;
  readonly namespace: string;
  readonly description: string;
  /** By id, in the order in which they were added. */
  readonly inputs: Map<string, DraftInput>;
  readonly variables: Map<string, DraftVariable>;
  readonly tasks: DraftTask[];
  readonly errors: DraftTask[];
  readonly finally: DraftTask[];
  readonly triggers: (JsonObject & { readonly id: string; readonly type: string })[];
  readonly locks: string[];
  /** `timeout`, `retry`, `worker_group`, `concurrency`, `keep_workspace`, `durability`. */
  readonly properties: Map<string, JsonValue>;
}

/** The lists of tasks that a flow has. */
export const taskLists = ['tasks', 'errors', 'finally'] as const;

export type TaskList = (typeof taskLists)[number];

interface DraftInput {
  /** As in YAML, without the id. */
  readonly properties: JsonObject;
  readonly comments: readonly string[];
}

interface DraftVariable {
  /** A template. */
  readonly value: string;
  readonly comments: readonly string[];
}

/** A task before it is written: its shape, whose lists are still drafts, and the properties that all tasks have. */
export interface DraftTask {
  readonly id: string;
  /** Whether `task_outputs`, `items` or `failure.task` name it, so that it keeps its id and is not joined with others. */
  readonly isReferenced?: boolean;
  /** Whether it only keeps the source of what is by hand. */
  readonly isSource?: true;
  /** What it prints before it fails, a sentence each: it stands for what is by hand and could have stopped the run. */
  readonly gate?: readonly string[];
  /** Whether it fails on purpose, as `error` does. */
  readonly isStop?: true;
  readonly shape: DraftShape;
  readonly common: CommonProperties;
  /** Comments of the source that stand above it, without their marks, a line each. */
  readonly comments: readonly string[];
  /** Where it comes from. */
  readonly span: Span;
}

/** The properties of every task (docs/reference/tasks.md), as written in YAML. */
export interface CommonProperties {
  readonly description?: string;
  readonly disabled?: true;
  readonly run_if?: string;
  readonly allow_failure?: true;
  readonly retry?: { readonly max_attempt: number; readonly interval?: string };
  readonly timeout?: string;
  readonly worker_group?: string;
  readonly outputSchema?: Readonly<Record<string, { readonly type: string }>>;
}

/** A shape with drafts in place of finished tasks. */
export type DraftShape =
  | {
      readonly [Kind in keyof JenkinsShapes]: { readonly kind: Kind } & {
        readonly [Key in keyof JenkinsShapes[Kind]]: Key extends 'tasks' | 'otherwise'
          ? readonly DraftTask[]
          : JenkinsShapes[Kind][Key];
      };
    }[keyof JenkinsShapes]
  | OwnShape;

/** A task of a type that says a step of a plugin itself. */
interface OwnShape {
  readonly kind: 'own';
  /** The full name of the type. */
  readonly type: string;
  readonly properties: JsonObject;
}

/** A Jenkins statement that has no counterpart is kept with its source, in a task that is disabled or fails. */
export interface ByHand {
  /** Why, as a clause without a full stop. */
  readonly byHand: string;
  /** Whether Jenkins does nothing there, so that the run can go on. */
  readonly isIdle?: true;
}

/** A flow to which a mapping adds everything but its names. */
export function emptyFlow(names: Pick<FlowDraft, 'id' | 'namespace' | 'description'>): FlowDraft {
  return {
    ...names,
    inputs: new Map(),
    variables: new Map(),
    tasks: [],
    errors: [],
    finally: [],
    triggers: [],
    locks: [],
    properties: new Map(),
  };
}

/** @param span where it comes from */
export function draftTask(
  id: string,
  { start, end }: Span,
  shape: DraftShape,
  common: CommonProperties = {},
): DraftTask {
  return { id, shape, common, comments: [], span: { start, end } };
}

/** Changes the tasks in a list of a flow. */
export function changeList(
  flow: FlowDraft,
  list: TaskList,
  change: (tasks: readonly DraftTask[]) => readonly DraftTask[],
): void {
  flow[list].splice(0, flow[list].length, ...change(flow[list]));
}

/** The tasks in all lists of a flow, without those inside of others. */
export function topTasks(flow: FlowDraft): readonly DraftTask[] {
  return taskLists.flatMap((list) => flow[list]);
}
