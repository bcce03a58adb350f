import type { Condition } from '../expressions/condition.ts';
import type { RunReference } from '../expressions/run-fields.ts';
import type { Template } from '../expressions/template.ts';
import type { ControlKind } from '../flow/control.ts';
import type { Duration } from '../flow/duration.ts';
import type { FlowKey } from '../flow/flow-key.ts';
import type { Flow, Output, RetryPolicy, Task, TaskSection } from '../flow/flow.ts';
import type { ItemField } from '../flow/item-fields.ts';
import type { LiteralItem } from '../flow/literal-items.ts';
import type { TaskContext } from '../flow/task-types.ts';
import type { Wait } from '../flow/wait.ts';
import type { Piece } from '../task-types/piece.ts';
import type { TaskView } from '../task-types/task-contract.ts';
import type { RegisteredTaskType } from '../task-types/task-registry.ts';

/**
 * A checked flow with the flows that it calls and every decision that does not depend on values. Engines run plans: a
 * Jenkinsfile is printed from one, and the local engine runs it directly.
 */
export interface FlowPlan {
  /** 1 for the outermost flow; unique in a plan, in the order of the calls. */
  readonly number: number;
  /**
   * The outermost flow also has its `addedInputs` as inputs. For a called flow, a secret input to which its caller
   * passes plain text is a plain string.
   */
  readonly flow: Flow;
  /** Undefined for a flow that is not stored. */
  readonly revision: number | undefined;
  readonly context: TaskContext;
  /** Environment variables from the installation's settings, which the flow's tasks request. */
  readonly environment: Readonly<Record<string, string>>;
  /** The fields of the run that its tasks refer to. */
  readonly runReferences: readonly RunReference[];
  /** The page of the executions in the console, with a `/` at the end; undefined without a public URL. */
  readonly executionsUrl: string | undefined;
  /** How many tasks may run, including those of each item and pass; the outermost flow decides. */
  readonly maxTaskRuns: number;
  /** Undefined for the outermost flow. */
  readonly call?: PlannedCall;
  /** The enabled tasks, in order. */
  readonly sections: Readonly<Record<TaskSection, readonly TaskPlan[]>>;
}

/** The values that a calling flow passes. */
export interface PlannedCall {
  /** By input id; an input without an entry gets its default. */
  readonly inputs: ReadonlyMap<string, PassedInput>;
  /** The ids of the secret inputs whose defaults may take effect. */
  readonly openSecrets: ReadonlySet<string>;
}

/** A value that a calling flow passes; names are environment names of the calling flow. */
export type PassedInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'message'; readonly template: Template }
  /** The text of a name, which may have no value. */
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'secret'; readonly name: string }
  | { readonly kind: 'file'; readonly name: string };

export interface TaskPlan {
  readonly task: Task;
  /** The title of its type; of a call also the called flow. */
  readonly title: string;
  readonly type: RegisteredTaskType;
  /** The state of the execution if the task fails; undefined if its failure ends the section. */
  readonly onFailure: 'WARNING' | 'SUCCESS' | undefined;
  /** The policy that applies, with at least two attempts. */
  readonly retry: RetryPolicy | undefined;
  /** The worker group, if it is not the one around the task. */
  readonly workerGroup: string | undefined;
  /** Whether the workspace of its worker group keeps the files of earlier executions. */
  readonly keepWorkspace: boolean;
  readonly work: TaskWork;
}

export type TaskWork =
  | { readonly kind: 'steps'; readonly view: TaskView }
  | { readonly kind: 'call'; readonly plan: FlowPlan }
  /** The called flow does not exist; `flow` is its `namespace/id`. */
  | { readonly kind: 'missing'; readonly flow: string }
  | { readonly kind: 'block'; readonly block: BlockPlan }
  /** A task that waits; `view` has its texts (`WaitTexts`). */
  | {
      readonly kind: 'wait';
      readonly wait: Wait;
      readonly view: TaskView;
      /** The executions that a task starts and waits for. */
      readonly separate?: SeparatePlan;
    };

/** The executions of their own that a task starts: Flowgate evaluates it, and no engine. */
export interface SeparatePlan {
  /** An execution for each item; undefined for a single one. */
  readonly loop: LoopPlan | undefined;
  /** The task that calls the flow, which is the only one of the loop. */
  readonly call: Pick<TaskPlan, 'task' | 'retry' | 'onFailure'>;
  readonly child: FlowKey & { readonly revision: number | undefined };
  /** The values that it gets. */
  readonly inputs: PlannedCall['inputs'];
  /** The ids of its secret inputs. */
  readonly secrets: readonly string[];
  /** Whether the task waits for their end. */
  readonly untilEnd: boolean;
  /** Whether such an execution, or one that it starts, asks people for approval. */
  readonly asksPeople: boolean;
}

/** A task that runs other tasks, by the kind of its control (docs/reference/blocks.md). Only enabled tasks are in it. */
export type BlockPlan = { readonly [Kind in ControlKind]: { readonly kind: Kind } & BlockPlans[Kind] }[ControlKind];

interface BlockPlans {
  readonly sequence: { readonly tasks: readonly TaskPlan[] };
  readonly branches: { readonly tasks: readonly TaskPlan[] } & ConcurrentPlan;
  readonly choice: {
    /** Evaluated when the block begins; compared with `equals`. */
    readonly value: Template | undefined;
    readonly choices: readonly ChoicePlan[];
  };
  readonly loop: LoopPlan;
  readonly until: {
    readonly tasks: readonly TaskPlan[];
    /** Evaluated after each pass, with the values of the pass. */
    readonly condition: Condition;
    readonly interval: Duration;
    /** Number of passes; undefined without a limit. */
    readonly maxAttempt: Piece | undefined;
    /** The outputs of the last pass. */
    readonly outputs: readonly Output[];
  };
}

interface ConcurrentPlan {
  /** Undefined for all branches, and for one item. */
  readonly concurrency: Piece | undefined;
  readonly failFast: Piece | undefined;
  /** Whether each branch or item has a folder of its own. */
  readonly ownWorkspaces: boolean;
}

export interface ChoicePlan {
  readonly tasks: readonly TaskPlan[];
  /** Without `condition` and `equals`, the tasks always run. */
  readonly condition: Condition | undefined;
  readonly equals: string | undefined;
}

export interface LoopPlan extends ConcurrentPlan {
  readonly kind: 'loop';
  readonly tasks: readonly TaskPlan[];
  readonly source: ItemSource;
  /** The values of an item, in its own frame. */
  readonly fields: readonly ItemField[];
  /** The name of the item's index, from 0: `ITEM_INDEX_DEPLOY`. */
  readonly indexName: string;
  /** Evaluated with the values of the item; undefined for the value, or else the index. */
  readonly key: Template | undefined;
  readonly maxItems: Piece;
  /** The outputs of each item; they leave the loop as lists. */
  readonly outputs: readonly Output[];
}

/** Where the items of a loop come from. */
export type ItemSource =
  | { readonly kind: 'list'; readonly list: ListSource }
  /** An item for each combination of the values, the last axis fastest. */
  | { readonly kind: 'matrix'; readonly axes: readonly MatrixAxis[]; readonly exclude: readonly Exclusion[] };

export type ListSource =
  /** The name of a value that is a JSON list when the block begins, and the reference as authors write it. */
  | { readonly kind: 'reference'; readonly name: string; readonly reference: string }
  /** A list from the document. */
  | { readonly kind: 'literal'; readonly items: readonly LiteralItem[] };

interface MatrixAxis {
  readonly field: string;
  /** Its literal items have the key `''`. */
  readonly list: ListSource;
}

/** The text of each compared field. */
export type Exclusion = ReadonlyMap<string, string>;
