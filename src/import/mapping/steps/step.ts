import type { Argument, Call, Expression, Statement } from '../../groovy/syntax.ts';
import type { Mapped, Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { constantOf, type Constant } from '../values/values.ts';

/** What the import knows of a step of Jenkins. A new one is an entry in a table and a function. */
export interface StepConstruct {
  /** The parameter that its only argument without a name is for. */
  readonly main?: string | undefined;
  /** The arguments that it can have, separated by blanks: it is by hand with others. Absent if `map` looks at them itself. */
  readonly arguments?: string;
  readonly map: StepHandler;
}

/** By the name of the step; a chain of calls has the names joined with dots. */
export type StepTable = Readonly<Record<string, StepConstruct>>;

/** Maps a step; decides what is by hand before it maps the body, and reports nothing about the step itself. */
export type StepHandler = (step: Step, scope: Scope) => Mapped | ByHand;

/** A step such as `sh 'make'`, whose arguments are already sorted. */
export interface Step {
  readonly call: Call;
  readonly name: string;
  /** Arguments without a name, without the closure. */
  readonly positional: readonly Expression[];
  readonly named: ReadonlyMap<string, Expression>;
  /** The statements in its closure. */
  readonly body?: readonly Statement[];
}

/**
 * Sorts the arguments of a step as Jenkins does: a map is its named arguments, unless it describes an object (`$class`), and
 * a single argument without a name is for the main parameter of the step.
 */
export function toStep(call: Call, main?: string): Step {
  const closure = call.arguments.at(-1)?.value;
  const body = closure?.kind === 'closure' ? closure.body : undefined;
  const given = expanded(body === undefined ? call.arguments : call.arguments.slice(0, -1));
  const positional = given.flatMap(({ name, value }) => (name === undefined ? [value] : []));
  const named = new Map(given.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const])));
  const [only] = positional;
  if (given.length === 1 && only !== undefined && main !== undefined) named.set(main, only);
  return { call, name: call.name, positional, named, ...(body !== undefined && { body }) };
}

function expanded(given: readonly Argument[]): readonly Argument[] {
  const [only] = given;
  if (given.length !== 1 || only?.name !== undefined) return given;
  const entries = constantEntries(only?.value);
  return entries === undefined || entries.has('$class')
    ? given
    : [...entries].map(([name, value]) => ({ name, value }));
}

/** Maps a call of a step, unless it has an argument that the import does not know. */
export function mapStep({ arguments: known, map }: StepConstruct, step: Step, scope: Scope): Mapped | ByHand {
  return (known === undefined ? undefined : otherArguments(step, known)) ?? map(step, scope);
}

/** Why a step with other arguments than these is by hand; undefined if it has none. */
export function otherArguments(step: Step, known: string): ByHand | undefined {
  const names = known.split(' ');
  const other = [...step.named.keys()].find((name) => !names.includes(name));
  if (other !== undefined) return { byHand: `the import does not know its argument ${other}` };
  const named = new Set(step.named.values());
  return step.positional.some((value) => !named.has(value))
    ? { byHand: 'the import does not know its arguments' }
    : undefined;
}

/** The entries of a map by their keys; undefined if it is not a map, or a key is computed. */
export function constantEntries(expression: Expression | undefined): ReadonlyMap<string, Expression> | undefined {
  if (expression?.kind !== 'map') return undefined;
  const entries = expression.entries.flatMap(({ key, value }) =>
    key.kind === 'literal' ? [[String(key.value), value] as const] : [],
  );
  return entries.length === expression.entries.length ? new Map(entries) : undefined;
}

/** The arguments in `cloneOption(shallow: true)`, or the entries in `[$class: 'CloneOption', shallow: true]`. */
export function settingsOf(expression: Expression | undefined): ReadonlyMap<string, Expression> | undefined {
  return expression?.kind === 'call' ? toStep(expression).named : constantEntries(expression);
}

/** The class in `[$class: 'a.b.Name']` without its package; empty if there is none. */
export function classIn(entries: ReadonlyMap<string, Expression> | undefined): string {
  const kind = entries?.get('$class');
  return kind?.kind === 'literal' ? String(kind.value).replace(/^.*\./, '') : '';
}

/** The items of a list literal. */
export function itemsOf(expression: Expression | undefined): readonly Expression[] | undefined {
  return expression?.kind === 'list' ? expression.items : undefined;
}

/** A constant argument of a step; undefined if it is missing or computed. */
export function constant({ named }: Pick<Step, 'named'>, name: string, scope: Scope): Constant {
  const expression = named.get(name);
  return expression === undefined ? undefined : constantOf(expression, scope);
}

/** A constant string; undefined if it is missing, computed, or something else. */
export function constantText(step: Step, name: string, scope: Scope): string | undefined {
  const value = constant(step, name, scope);
  return typeof value === 'string' ? value : undefined;
}

/** A switch with its default; undefined if it is computed. */
export function flag(step: Step, name: string, scope: Scope, otherwise: boolean): boolean | undefined {
  if (!step.named.has(name)) return otherwise;
  const value = constant(step, name, scope);
  return typeof value === 'boolean' ? value : undefined;
}

/** The result of a step with what differs, if anything does. */
export function mapped(tasks: Mapped['tasks'], differs: readonly string[] = [], note?: string): Mapped {
  return { tasks, ...(differs.length > 0 && { differs: [...new Set(differs)] }), ...(note !== undefined && { note }) };
}

/** The tasks of the statements in a step. */
export function inside({ body = [] }: Step, scope: Scope): Mapped['tasks'] {
  return scope.job.statements(body, scope).tasks;
}

/** A step that always is by hand. */
export function alwaysByHand(why: string): StepConstruct {
  return { map: () => ({ byHand: why }) };
}
