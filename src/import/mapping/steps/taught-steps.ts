import type { JsonValue } from '../../../base/text/json-value.ts';
import type { RegisteredTaskType } from '../../../language/task-types/task-registry.ts';
import type { Expression } from '../../groovy/syntax.ts';
import { taskIdIn, type MappingRule, type Scope } from '../context/job-mapping.ts';
import { draftTask, type ByHand } from '../drafts/draft-flow.ts';
import { inputValueOf, type InputValue } from '../values/texts.ts';
import { constantOf } from '../values/values.ts';
import { constantEntries, itemsOf, mapped, type Step, type StepConstruct } from './step.ts';

/** Maps the calls of a step as a mapping file says: each calls a flow. */
export function callOfRule({ subflow, inputs = {} }: MappingRule): StepConstruct['map'] {
  return (step, scope) => {
    const [, namespace = '', flowId = ''] = /^([^]*)\/([^/]*)$/.exec(subflow) ?? [];
    if (namespace === '' || flowId === '') return { byHand: `the mapping file does not name a flow: ${subflow}` };
    if (step.body !== undefined) return { byHand: 'a flow that is called cannot run the steps in its block' };
    const given = Object.entries(inputs).map(
      ([input, argument]) =>
        [input, typeof argument === 'number' ? step.positional[argument] : step.named.get(argument)] as const,
    );
    const written = valuesOf(given, (value) => inputValueOf(value, scope), 'the value of ');
    if ('byHand' in written) return written;
    const shape = { kind: 'call', namespace, flowId, inputs: written.values, isAwaited: true } as const;
    const task = draftTask(taskIdIn(scope, step.name), step.call, shape);
    return mapped([task], [...written.differs, ...unused(inputs, step)], 'as the mapping file says');
  };
}

function unused(inputs: NonNullable<MappingRule['inputs']>, { named, positional }: Step): readonly string[] {
  const used = new Set(Object.values(inputs));
  const left = [...named.keys(), ...positional.keys()].filter((argument) => !used.has(argument));
  return left.map((argument) => `the argument ${argument} is not passed on`);
}

/** Maps a step as a task type declares in `fromJenkinsSteps`. */
export function ownTask({ name: type, fromJenkinsSteps }: RegisteredTaskType, name: string): StepConstruct['map'] {
  return (step, scope) => {
    if (step.body !== undefined) return { byHand: 'the task type does not run the steps inside of it' };
    const write = (value: Expression) => argumentOf(value, scope);
    const positional = valuesOf(step.positional.entries(), write);
    if ('byHand' in positional) return positional;
    const others = [...step.named].filter(([, value]) => !step.positional.includes(value));
    const named = valuesOf(others, write, 'its argument ');
    if ('byHand' in named) return named;
    const properties = fromJenkinsSteps[name]?.({ positional: Object.values(positional.values), named: named.values });
    if (properties === undefined) return { byHand: `the task type ${type} cannot say its arguments` };
    const task = draftTask(taskIdIn(scope, name), step.call, { kind: 'own', type, properties });
    return mapped([task], [...positional.differs, ...named.differs]);
  };
}

/** A constant, a template, or a list or a map of these. */
function argumentOf(expression: Expression, scope: Scope): InputValue | ByHand {
  const write = (value: Expression) => argumentOf(value, scope);
  const items = itemsOf(expression);
  if (items !== undefined) {
    const list = valuesOf(items.entries(), write);
    return 'byHand' in list ? list : { value: Object.values(list.values), differs: list.differs };
  }
  const entries = constantEntries(expression);
  if (entries !== undefined) {
    const map = valuesOf(entries, write);
    return 'byHand' in map ? map : { value: map.values, differs: map.differs };
  }
  return constantOf(expression, scope) === null ? { value: null, differs: [] } : inputValueOf(expression, scope);
}

interface Values {
  readonly values: Readonly<Record<string, JsonValue>>;
  readonly differs: readonly string[];
}

/** Several values by their names or positions. @param label what a reason calls each, in front of its name; undefined: nothing */
function valuesOf(
  given: Iterable<readonly [key: string | number, value: Expression | undefined]>,
  write: (value: Expression) => InputValue | ByHand,
  label?: string,
): Values | ByHand {
  const values: Record<string, JsonValue> = {};
  const differs: string[] = [];
  for (const [key, expression] of given) {
    const written = expression && write(expression);
    if (written === undefined) continue;
    if ('byHand' in written) return label === undefined ? written : { byHand: `${label}${key}: ${written.byHand}` };
    values[key] = written.value;
    differs.push(...written.differs);
  }
  return { values, differs };
}
