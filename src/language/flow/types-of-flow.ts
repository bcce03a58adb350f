import type { TypeOf } from '../expressions/condition-kind.ts';
import { referenceText } from '../expressions/reference.ts';
import { runField, runReferences } from '../expressions/run-fields.ts';
import { plainTypes, type InputTypeName } from '../input-types/input-types.ts';
import type { Flow } from './flow.ts';

/** The type of a reference in this flow; a variable is a string. */
export function typesOfFlow(flow: Flow): TypeOf {
  const types = new Map<string, InputTypeName>();
  for (const input of flow.inputs) types.set(referenceText({ root: 'inputs', id: input.id }), input.type);
  for (const { name } of flow.variables) types.set(referenceText({ root: 'variables', name }), plainTypes.string);
  for (const task of [...flow.tasks, ...flow.errors, ...flow.finally]) {
    for (const [field, type] of Object.entries(task.outputSchema)) {
      types.set(referenceText({ root: 'task_outputs', taskId: task.id, field }), type);
    }
  }
  for (const reference of runReferences) types.set(referenceText(reference), runField(reference).type);
  return (reference) => types.get(referenceText(reference));
}
