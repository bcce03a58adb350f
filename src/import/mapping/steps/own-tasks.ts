import type { RegisteredTaskType } from '../../../language/task-types/task-registry.ts';
import type { JsonObject, JsonValue } from '../../../text/json-value.ts';
import type { Expression } from '../../groovy/syntax.ts';
import { constantOf } from '../constant-of.ts';
import type { ByHand } from '../draft-task.ts';
import type { StepHandler } from '../mapping.ts';
import type { Scope } from '../scope.ts';
import { isByHand, itemsOf, mapped, stepId } from './reading.ts';
import { valueOf } from './rules.ts';
import { entriesOf } from './to-step.ts';

/** Maps a step as a task type declares in `fromJenkinsSteps`. */
export function ownTask({ name: type, fromJenkinsSteps }: RegisteredTaskType, name: string): StepHandler {
  return (step, scope, mapping) => {
    if (step.body !== undefined) return { byHand: 'the task type does not run the steps inside of it' };
    const differs: string[] = [];
    const positional: JsonValue[] = [];
    const named: Record<string, JsonValue> = {};
    for (const value of step.positional) {
      const written = argumentOf(value, scope);
      if (isByHand(written)) return written;
      positional.push(written.value);
      differs.push(...written.differs);
    }
    for (const [argument, value] of step.named) {
      if (step.positional.includes(value)) continue;
      const written = argumentOf(value, scope);
      if (isByHand(written)) return { byHand: `its argument ${argument}: ${written.byHand}` };
      named[argument] = written.value;
      differs.push(...written.differs);
    }
    const properties = fromJenkinsSteps[name]?.({ positional, named });
    if (properties === undefined) return { byHand: `the task type ${type} cannot say its arguments` };
    const { start, end } = step.call;
    const shape = { kind: 'own', type, properties } as const;
    return mapped(
      [{ id: stepId(mapping, scope, name), shape, common: {}, comments: [], span: { start, end } }],
      differs,
    );
  };
}

interface Argument {
  readonly value: JsonValue;
  readonly differs: readonly string[];
}

/** A constant, a template, or a list or a map of these. */
function argumentOf(expression: Expression, scope: Scope): Argument | ByHand {
  const items = itemsOf(expression);
  if (items !== undefined) {
    const list: JsonValue[] = [];
    const differs: string[] = [];
    for (const item of items) {
      const written = argumentOf(item, scope);
      if (isByHand(written)) return written;
      list.push(written.value);
      differs.push(...written.differs);
    }
    return { value: list, differs };
  }
  const entries = entriesOf(expression);
  if (entries === undefined)
    return constantOf(expression, scope) === null ? { value: null, differs: [] } : valueOf(expression, scope);
  const map: JsonObject & Record<string, JsonValue> = {};
  const differs: string[] = [];
  for (const [key, value] of entries) {
    const written = argumentOf(value, scope);
    if (isByHand(written)) return written;
    map[key] = written.value;
    differs.push(...written.differs);
  }
  return { value: map, differs };
}
