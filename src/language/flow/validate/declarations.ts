import { typeOfTriggerPart, type Reference } from '../../expressions/reference.ts';
import type { InputTypeName } from '../../expressions/value-type.ts';
import type { DeclaredInput, DraftTask, FlowDraft } from '../flow-draft.ts';

/** What the names in a flow stand for. Of two equal names the first counts. */
export class Declarations {
  readonly inputs = new Map<string, DeclaredInput>();
  /** Each with its position among the variables. */
  readonly variables = new Map<string, number>();
  /** Each with its position in the order in which tasks run. */
  readonly tasks = new Map<string, { readonly position: number; readonly value: DraftTask }>();
  /** Ids of tasks beyond the limit, of which nothing else is known. */
  readonly unreadTasks: ReadonlySet<string>;

  constructor(draft: FlowDraft) {
    for (const { name } of draft.contributions.variables) this.variables.set(name, -1);
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

  /** The declared type of what a reference names; undefined when it does not resolve. */
  typeOf(reference: Reference): InputTypeName | undefined {
    switch (reference.root) {
      case 'inputs':
        return this.inputs.get(reference.id)?.type;
      case 'variables':
        return this.variables.has(reference.name) ? 'STRING' : undefined;
      case 'task_outputs': {
        const schema = this.tasks.get(reference.taskId)?.value.task.outputSchema ?? {};
        return Object.hasOwn(schema, reference.field) ? schema[reference.field] : undefined;
      }
      case 'trigger':
        return typeOfTriggerPart(reference);
    }
  }
}
