import type { Path } from '../../base/problem/problem.ts';
import type { Placed } from '../document/entries.ts';
import type { PlacedReference } from '../expressions/read-reference.ts';
import type { InputTypeName } from '../input-types/input-types.ts';
import type { Input } from '../inputs/input.ts';
import type { Contributions } from './contributions.ts';
import type { Check, ConditionText, Flow, Output, Task, TaskSection, Trigger, Variable } from './flow.ts';
import type { BlockPlace } from './hidden-outputs.ts';
import type { TaskType, TextScope, TypedProperties } from './task-types.ts';

/**
 * A flow with all parts that could be read, and the path of each item. Items that could not be read completely still
 * declare their names, so that references to them are not reported as well.
 */
export interface FlowDraft {
  readonly flow: Flow;
  readonly inputs: readonly Placed<DeclaredInput>[];
  /** Ids of inputs that could not be read, or are beyond the limit. */
  readonly unreadInputIds: readonly string[];
  /** Names of variables beyond the limit. */
  readonly unreadVariableNames: readonly string[];
  /** Ids of tasks beyond the limit. */
  readonly unreadTaskIds: readonly string[];
  /** Without contributed variables. */
  readonly variables: readonly Placed<Variable>[];
  /** The tasks of all three lists, in the order in which they run; a block comes before the tasks inside it. */
  readonly tasks: readonly Placed<DraftTask>[];
  readonly outputs: readonly Placed<Output>[];
  readonly checks: readonly Placed<Check>[];
  readonly triggers: readonly Placed<Trigger>[];
  /** The conditions of all triggers. */
  readonly triggerConditions: readonly PlacedCondition[];
  readonly contributions: Contributions;
}

/** A condition, with the path of the string that contains its references. */
export interface PlacedCondition extends Placed<ConditionText> {
  /** The path of the compared value; undefined if the string itself contains it. */
  readonly literalPath?: Path;
}

export interface DeclaredInput {
  readonly id: string;
  /** Undefined if the type does not exist. */
  readonly type?: InputTypeName;
  /** As far as it could be read; undefined without an id or a known type. */
  readonly input?: Input;
}

/** The references in one string. */
export interface TextReferences {
  readonly path: Path;
  /** Undefined for what the task itself can see. */
  readonly scope?: TextScope;
  readonly references: readonly PlacedReference[];
}

export interface DraftTask {
  readonly id: string;
  readonly section: TaskSection;
  readonly task: Task;
  /** Undefined if the type is not registered. */
  readonly type?: TaskType;
  /** The properties that the type read. */
  readonly typed?: TypedProperties;
  /** The references in its strings, with paths relative to the task. */
  readonly references: readonly TextReferences[];
  /** The inputs of its form, if people decide. */
  readonly form?: readonly Placed<DeclaredInput>[];
  /** Where it is inside blocks, outermost first. */
  readonly places: readonly BlockPlace<DraftTask>[];
}

/** Whether a block has invalid properties: it is not known what it returns, and what its strings can see. */
export function isUnreadBlock({ type, task }: DraftTask): boolean {
  return type?.block !== undefined && task.control === undefined;
}
