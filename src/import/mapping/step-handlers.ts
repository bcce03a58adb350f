import type { Call } from '../groovy/syntax.ts';
import type { Step, StepHandler } from './mapping.ts';

export const stepHandlers: Readonly<Record<string, StepHandler>> = {};
export function handlerOf(name: string, _rules: unknown, _types: unknown): StepHandler | undefined {
  return stepHandlers[name];
}
export function toStep(call: Call): Step {
  const closures = call.arguments.flatMap(({ value }) => (value.kind === 'closure' ? [value.body] : []));
  return {
    call,
    name: call.name,
    positional: call.arguments
      .filter(({ name, value }) => name === undefined && value.kind !== 'closure')
      .map(({ value }) => value),
    named: new Map(call.arguments.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const]))),
    ...(closures[0] === undefined ? {} : { body: closures[0] }),
  };
}
