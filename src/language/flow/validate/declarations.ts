import { referenceText, typeOfTriggerPart, type Reference } from '../../expressions/reference.ts';
import { runField } from '../../expressions/run-fields.ts';
import { plainTypes, type InputTypeName } from '../../input-types/input-types.ts';
import type { DeclaredInput, DraftTask, FlowDraft } from '../flow-draft.ts';
import type { TaskSection } from '../flow.ts';
import type { OutputViewpoint } from '../hidden-outputs.ts';
import { itemTypes } from '../types-of-flow.ts';

/** The declarations of all names in a flow. If two names are equal, the first one counts. */
export class Declarations {
  readonly inputs = new Map<string, DeclaredInput>();
  /** Each with its position among the variables. */
  readonly variables = new Map<string, number>();
  /** Each with its position in the order in which tasks run. */
  readonly tasks = new Map<string, DeclaredTask>();
  /** Ids of tasks beyond the limit, which were not read. */
  readonly unreadTasks: ReadonlySet<string>;

  /** Or may wait for one: the properties of a task that waits are invalid. */
  readonly waitsForSignal: boolean;

  constructor(draft: FlowDraft) {
    this.waitsForSignal = draft.tasks.some(
      ({ value: { type, task } }) =>
        type?.wait !== undefined && (task.wait === undefined || task.wait.kind === 'signal'),
    );
    for (const { name } of draft.contributions.variables) this.variables.set(name, -1);
    for (const name of draft.unreadVariableNames) this.variables.set(name, -1);
    draft.variables.forEach(({ value: { name } }, position) => this.variables.set(name, position));
    for (const { value } of draft.inputs) {
      if (!this.inputs.has(value.id)) this.inputs.set(value.id, value);
    }
    for (const id of draft.unreadInputIds) if (!this.inputs.has(id)) this.inputs.set(id, { id });
    this.unreadTasks = new Set(draft.unreadTaskIds);
    draft.tasks.forEach(({ value }, position) => {
      if (!this.tasks.has(value.id)) this.tasks.set(value.id, { position, value });
    });
  }

  /** The declared type of a reference; undefined if it does not resolve. */
  typeOf(reference: Reference): InputTypeName | undefined {
    switch (reference.root) {
      case 'inputs':
        return this.inputs.get(reference.id)?.type;
      case 'variables':
        return this.variables.has(reference.name) ? plainTypes.string : undefined;
      case 'task_outputs': {
        const schema = this.tasks.get(reference.taskId)?.value.task.outputSchema ?? {};
        return Object.hasOwn(schema, reference.field) ? schema[reference.field] : undefined;
      }
      case 'items':
      case 'item_index':
        return this.#typeOfItem(reference);
      case 'trigger':
        return typeOfTriggerPart(reference);
      default:
        return runField(reference).type;
    }
  }

  #typeOfItem(reference: Extract<Reference, { root: 'items' | 'item_index' }>): InputTypeName | undefined {
    const task = this.tasks.get(reference.block)?.value.task;
    const text = referenceText(reference);
    return task && itemTypes(task).find(([item]) => referenceText(item) === text)?.[1];
  }
}

export interface DeclaredTask {
  readonly position: number;
  readonly value: DraftTask;
}

/** The place of a string: how many variables and tasks, in their order, it may refer to. */
export interface Viewpoint extends OutputViewpoint<DraftTask> {
  /** The place in messages: `a check`, or `the task`, followed by the id. */
  readonly place: string;
  /** The id of the task that contains the string. */
  readonly task?: string;
  /** The section of that task. */
  readonly section?: TaskSection;
  readonly variables: number;
}
