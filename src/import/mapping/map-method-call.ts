import type { Call, Statement } from '../groovy/syntax.ts';
import { nameOf } from './construct-of.ts';
import type { ByHand } from './draft-task.ts';
import { knownLocal } from './map-assignment.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Mapped, Scope } from './scope.ts';

/** How deep methods can call each other. */
const maxCallDepth = 8;

/** Writes the steps of a method of the job where it is called, with its parameters as names. */
export function mapMethodCall(
  call: Call,
  method: Extract<Statement, { kind: 'definition' }>,
  scope: Scope,
  mapping: PipelineMapping,
): Mapped | ByHand {
  const parameters = method.parameters ?? [];
  if (mapping.openCalls.length >= maxCallDepth || mapping.openCalls.includes(method.name)) {
    return { byHand: `${nameOf(call) ?? 'it'} calls itself` };
  }
  const [first] = parameters;
  const named = call.arguments.filter(({ name }) => name !== undefined);
  const isMap = named.length > 0 && named.length === call.arguments.length && parameters.length === 1;
  if (!isMap && (named.length > 0 || call.arguments.length > parameters.length)) {
    return { byHand: `the import cannot match its arguments with those of ${method.name}` };
  }
  if (call.arguments.some(({ value }) => value.kind === 'closure')) {
    return { byHand: `it passes a block to ${method.name}` };
  }
  const spent = scope.budget.take(method.end - method.start);
  if (spent !== undefined) return spent;
  const locals = new Map<string, KnownValue>();
  // Named arguments are a map, whose keys the method reads as properties.
  for (const { name = '', value } of isMap ? named : []) {
    locals.set(`${first ?? ''}.${name}`, knownLocal(name, value, scope));
  }
  for (const [index, parameter] of isMap ? [] : parameters.entries()) {
    const value = call.arguments[index]?.value;
    locals.set(
      parameter,
      value === undefined
        ? { form: 'text', unknown: `${parameter} has its default value` }
        : knownLocal(parameter, value, scope),
    );
  }
  mapping.openCalls.push(method.name);
  try {
    const tasks = mapping.steps(method.body, { ...scope, locals });
    mapping.noteWritten(method.name, call);
    return { tasks, note: `the steps of ${method.name} are written here` };
  } finally {
    mapping.openCalls.pop();
  }
}
