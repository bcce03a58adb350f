import type { TypeOf } from '../expressions/condition-kind.ts';
import { referenceText, type Reference } from '../expressions/reference.ts';
import { runField, runReferences } from '../expressions/run-fields.ts';
import { plainTypes, type InputTypeName } from '../input-types/input-types.ts';
import { eachTask, type Flow, type Task } from './flow.ts';
import { itemFields, itemReference } from './item-fields.ts';

/** The references to the item of a loop, each with its type; none for any other task. */
export function itemTypes({ id, control }: Task): readonly (readonly [Reference, InputTypeName])[] {
  if (control?.kind !== 'loop') return [];
  const fields = itemFields(id, control).map(({ field, type }) => [itemReference(id, field), type] as const);
  return [...fields, [{ root: 'item_index', block: id }, plainTypes.integer]];
}

/** The type of a reference in this flow; a variable is a string. */
export function typesOfFlow(flow: Flow): TypeOf {
  const types = new Map<string, InputTypeName>();
  for (const input of flow.inputs) types.set(referenceText({ root: 'inputs', id: input.id }), input.type);
  for (const { name } of flow.variables) types.set(referenceText({ root: 'variables', name }), plainTypes.string);
  for (const task of eachTask([...flow.tasks, ...flow.errors, ...flow.finally])) {
    for (const [reference, type] of itemTypes(task)) types.set(referenceText(reference), type);
    for (const [field, type] of Object.entries(task.outputSchema)) {
      types.set(referenceText({ root: 'task_outputs', taskId: task.id, field }), type);
    }
  }
  for (const reference of runReferences) types.set(referenceText(reference), runField(reference).type);
  return (reference) => types.get(referenceText(reference));
}
