import type { JenkinsShapes } from '../../language/task-types/jenkins-shapes.ts';
import type { JsonObject } from '../../text/json-value.ts';
import type { Span } from '../groovy/syntax.ts';

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

type ListKeys = 'tasks' | 'otherwise';

/** A shape with drafts in place of finished tasks. */
export type DraftShape =
  | {
      readonly [Kind in keyof JenkinsShapes]: { readonly kind: Kind } & {
        readonly [Key in keyof JenkinsShapes[Kind]]: Key extends ListKeys
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
