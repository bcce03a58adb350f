import { flowName, type FlowKey } from '../flow/flow-key.ts';
import { itemCounts } from '../flow/item-fields.ts';
import { decisionFields } from '../flow/wait.ts';
import { plainTypes } from '../input-types/input-types.ts';
import type { Suggestion } from './completion.ts';
import { describeDeclaration } from './describe-declaration.ts';
import type { FieldDeclaration, FlowNames, TaskDeclaration } from './flow-names.ts';
import type { FlowView } from './flow-view.ts';
import type { CalledFlow, LanguageFacts } from './language-facts.ts';
import { valueOf, type Steps } from './outline.ts';
import { readOutputs } from './read-task-names.ts';
import { keyText, type PropertyLayout } from './suggest-properties.ts';

/** The interface that the text of a flow declares for its callers. */
export function interfaceOf({ root, names }: FlowView): CalledFlow {
  return { inputs: names.inputs, outputs: readOutputs(valueOf(root, 'outputs')) };
}

/** The flows that the tasks of a flow call, each once. */
export function callsOf({ names }: FlowView): readonly FlowKey[] {
  const calls = names.tasks.flatMap(({ call }) => call ?? []);
  return [...new Map(calls.map((call) => [flowName(call), call])).values()];
}

/**
 * With the fields that tasks return without declaring them: the outputs of called flows, the counts of loops, and
 * decisions. They are declared nowhere in the text.
 */
export function withUndeclaredFields(names: FlowNames, facts: LanguageFacts): FlowNames {
  const tasks = names.tasks.map((task) => {
    const others = undeclaredFields(task, facts).filter(({ name }) =>
      task.fields.every((field) => field.name !== name),
    );
    return others.length === 0
      ? task
      : { ...task, fields: [...task.fields, ...others.map((field) => ({ ...field, range: { start: 0, end: 0 } }))] };
  });
  return { ...names, tasks };
}

function undeclaredFields(
  { block, call, form }: TaskDeclaration,
  { calledFlow }: LanguageFacts,
): readonly Omit<FieldDeclaration, 'range'>[] {
  if (block?.kind === 'loop') return itemCounts.map((name) => ({ name, type: plainTypes.integer }));
  if (form !== undefined) return decisionFields.map((name) => ({ name, type: plainTypes.string }));
  return call === undefined ? [] : (calledFlow?.(call)?.outputs ?? []);
}

/** The inputs of the flow that a task calls, where the task gives them values. */
export function suggestCalledInputs(
  steps: Steps,
  { tasks, positions }: FlowNames,
  {
    facts: { calledFlow },
    present,
    layout,
  }: { readonly facts: LanguageFacts; readonly present: ReadonlySet<string>; readonly layout: PropertyLayout },
): readonly Suggestion[] {
  const last = steps.at(-1);
  if (last === undefined || !('pair' in last) || last.pair.key !== 'inputs') return [];
  const call = tasks[positions.get(last.node) ?? -1]?.call;
  const inputs = call === undefined ? [] : (calledFlow?.(call)?.inputs ?? []);
  return inputs
    .filter(({ name }) => !present.has(name))
    .map((input) => ({
      label: input.name,
      kind: 'property',
      ...describeDeclaration({ kind: 'input', ...input }),
      newText: keyText(input.name, { schemas: [] }, layout),
    }));
}
