import type { PlacedReference } from '../expressions/read-reference.ts';
import type { InputTypeName } from '../input-types/input-types.ts';
import type { Input } from '../inputs/input.ts';
import type { Path } from '../../problem/problem.ts';
import type { Contributions } from './contributions.ts';
import type { Check, ConditionText, Flow, Output, Task, TaskSection, Trigger, Variable } from './flow.ts';
import type { TaskType } from './task-types.ts';

/**
 * A flow as far as it could be read, with the path of each entry. Entries that could not be read whole still declare
 * their names, so that what refers to them is not reported a second time.
 */
export interface FlowDraft {
  readonly flow: Flow;
  readonly inputs: readonly Placed<DeclaredInput>[];
  /** Ids of inputs that could not be read at all, or were not since there are too many. */
  readonly unreadInputIds: readonly string[];
  /** Names of variables that were not read since there are too many. */
  readonly unreadVariableNames: readonly string[];
  /** Ids of tasks that were not read since there are too many. */
  readonly unreadTaskIds: readonly string[];
  /** Those that the flow declares. */
  readonly variables: readonly Placed<Variable>[];
  /** Of all three lists, in the order in which they run. */
  readonly tasks: readonly Placed<DraftTask>[];
  readonly outputs: readonly Placed<Output>[];
  readonly checks: readonly Placed<Check>[];
  readonly triggers: readonly Placed<Trigger>[];
  /** Those of all triggers. */
  readonly triggerConditions: readonly PlacedCondition[];
  readonly contributions: Contributions;
}

export interface Placed<Value> {
  readonly value: Value;
  readonly path: Path;
}

/** A condition, with the path of the text that holds its references. */
export interface PlacedCondition extends Placed<ConditionText> {
  /** Where the value stands that is compared; the text itself holds it when this is absent. */
  readonly literalPath?: Path;
}

export interface DeclaredInput {
  readonly id: string;
  /** Absent when it does not exist. */
  readonly type?: InputTypeName;
  /** As far as it could be read; absent without an id or a known type. */
  readonly input?: Input;
}

/** The references in one text. */
export interface TextReferences {
  readonly path: Path;
  readonly references: readonly PlacedReference[];
}

export interface DraftTask {
  readonly id: string;
  readonly section: TaskSection;
  readonly task: Task;
  /** Absent when the type is not registered. */
  readonly type?: TaskType;
  /** The references in its texts, with paths relative to the task. */
  readonly references: readonly TextReferences[];
}
