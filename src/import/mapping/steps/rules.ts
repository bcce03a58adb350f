import type { JsonValue } from '../../../text/json-value.ts';
import type { Expression } from '../../groovy/syntax.ts';
import { constantOf } from '../constant-of.ts';
import type { ByHand } from '../draft-task.ts';
import type { MappingRule, Step, StepHandler } from '../mapping.ts';
import type { Scope } from '../scope.ts';
import { textOf } from '../text-of.ts';
import { isByHand, mapped, stepId } from './reading.ts';

/** Maps the calls of a step as a mapping file says: each calls a flow. */
export function callOfRule({ subflow, inputs = {} }: MappingRule): StepHandler {
  return (step, scope, mapping) => {
    const [namespace = '', flowId = ''] = splitAt(subflow, subflow.lastIndexOf('/'));
    if (namespace === '' || flowId === '') return { byHand: `the mapping file does not name a flow: ${subflow}` };
    if (step.body !== undefined) return { byHand: 'a flow that is called cannot run the steps in its block' };
    const given = givenInputs(inputs, step, scope);
    if (isByHand(given)) return given;
    const { start, end } = step.call;
    const shape = { kind: 'call', namespace, flowId, inputs: given.values, isAwaited: true } as const;
    const task = { id: stepId(mapping, scope, step.name), shape, common: {}, comments: [], span: { start, end } };
    return mapped([task], [...given.differs, ...unused(inputs, step)], 'as the mapping file says');
  };
}

function splitAt(words: string, index: number): readonly string[] {
  return index < 0 ? [words] : [words.slice(0, index), words.slice(index + 1)];
}

function givenInputs(
  inputs: NonNullable<MappingRule['inputs']>,
  { named, positional }: Step,
  scope: Scope,
): { readonly values: Record<string, JsonValue>; readonly differs: readonly string[] } | ByHand {
  const values: Record<string, JsonValue> = {};
  const differs: string[] = [];
  for (const [input, argument] of Object.entries(inputs)) {
    const expression = typeof argument === 'number' ? positional[argument] : named.get(argument);
    if (expression === undefined) continue;
    const written = valueOf(expression, scope);
    if (isByHand(written)) return { byHand: `the value of ${input}: ${written.byHand}` };
    values[input] = written.value;
    differs.push(...written.differs);
  }
  return { values, differs };
}

/** A value of an input: a number or a boolean as itself, anything else as a template. */
export function valueOf(
  expression: Expression,
  scope: Scope,
): { readonly value: JsonValue; readonly differs: readonly string[] } | ByHand {
  const constant = constantOf(expression, scope);
  if (typeof constant === 'number' || typeof constant === 'boolean') return { value: constant, differs: [] };
  const written = textOf(expression, scope);
  return isByHand(written) ? written : { value: written.text, differs: written.differs };
}

function unused(inputs: NonNullable<MappingRule['inputs']>, { named, positional }: Step): readonly string[] {
  const used = new Set(Object.values(inputs));
  const left = [...named.keys(), ...positional.keys()].filter((argument) => !used.has(argument));
  return left.map((argument) => `the argument ${argument} is not passed on`);
}
