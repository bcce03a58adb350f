import { flowName, type FlowKey } from '../language/flow/flow-key.ts';
import { taskSections } from '../language/flow/flow.ts';
import type { Suggestion } from './completion.ts';
import { describeDeclaration } from './describe-declaration.ts';
import { callOf, readField, type FlowNames } from './flow-names.ts';
import type { FlowView } from './flow-view.ts';
import type { CalledFlow, LanguageFacts } from './language-facts.ts';
import { itemsOf, scalarAt, valueOf, type Steps } from './outline.ts';
import { keyText, type PropertyLayout } from './suggest-properties.ts';

/** The interface that the text of a flow declares for its callers. */
export function interfaceOf({ root, names }: FlowView): CalledFlow {
  const outputs = itemsOf(valueOf(root, 'outputs')).flatMap((item) => {
    const id = scalarAt(item, 'id');
    return id === undefined ? [] : [readField({ name: id.text, range: id.range }, item)];
  });
  return { inputs: names.inputs, outputs };
}

/** The flows that the tasks of a flow call, each once. */
export function callsOf({ names }: FlowView): readonly FlowKey[] {
  const calls = names.tasks.flatMap(({ call }) => call ?? []);
  return [...new Map(calls.map((call) => [flowName(call), call])).values()];
}

/** With the outputs of called flows, which tasks return without declaring them. They are declared nowhere in the text. */
export function withCalledOutputs(names: FlowNames, { calledFlow }: LanguageFacts): FlowNames {
  if (calledFlow === undefined) return names;
  const tasks = names.tasks.map((task) => {
    const outputs = task.call === undefined ? [] : (calledFlow(task.call)?.outputs ?? []);
    const others = outputs.filter(({ name }) => task.fields.every((field) => field.name !== name));
    return others.length === 0
      ? task
      : { ...task, fields: [...task.fields, ...others.map((field) => ({ ...field, range: { start: 0, end: 0 } }))] };
  });
  return { ...names, tasks };
}

/** The inputs of the flow that a task calls, where the task gives them values. */
export function suggestCalledInputs(
  [section, item, property]: Steps,
  { calledFlow }: LanguageFacts,
  { present, layout }: { readonly present: ReadonlySet<string>; readonly layout: PropertyLayout },
): readonly Suggestion[] {
  if (section === undefined || !('pair' in section) || !taskSections.some((each) => each === section.pair.key))
    return [];
  if (property === undefined || !('pair' in property) || property.pair.key !== 'inputs') return [];
  const call = item !== undefined && 'index' in item ? callOf(item.node.items[item.index]?.value) : undefined;
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
