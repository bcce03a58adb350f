import { closureAt, statementOf } from '../groovy/make-tree.ts';
import type { Argument, Call, Closure, Expression, Span, Statement } from '../groovy/syntax.ts';
import { directiveOf } from './directive-block.ts';
import { callFrom, expressionFrom, fieldsOf, listOf, textOf, type Fields } from './model-calls.ts';
import { printExpression, printStatements } from './print-tree.ts';

/**
 * Puts each item of a model together with its counterpart in what the parser read: the one at the same place if it has the
 * same name, else the first with that name that is left.
 */
export function pairs<Item>(
  models: readonly Fields[],
  items: readonly Item[],
  nameOfModel: (model: Fields) => unknown,
  nameOf: (item: Item) => unknown,
): readonly (readonly [model: Fields, item: Item | undefined])[] {
  const left = new Set(items);
  return models.map((model, index) => {
    const isSame = (item: Item): boolean => left.has(item) && nameOf(item) === nameOfModel(model);
    const item = items.slice(index, index + 1).find(isSame) ?? items.find(isSame);
    if (item !== undefined) left.delete(item);
    return [model, item];
  });
}

/** Calls such as options: those of the parser where both agree. */
export function alignCalls(models: readonly Fields[], calls: readonly Call[], at: Span): readonly Call[] {
  return pairs(
    models,
    calls,
    ({ name }) => name,
    ({ name }) => name,
  ).map(([model, call]) => agreed(callFrom(model, call ?? at), call));
}

/** Steps, with the statements inside. */
export function alignSteps(models: readonly Fields[], steps: readonly Statement[], at: Span): readonly Statement[] {
  return pairs(
    models,
    steps,
    ({ name }) => name,
    (step) => directiveOf(step)?.name,
  ).map(([model, step]) => {
    const place = step ?? at;
    const call = step && directiveOf(step);
    const { children, ...outside } = model;
    const built = callFrom(outside, place);
    if (children === undefined) return withCall(step, agreed(built, call));
    const body = alignSteps(listOf(children), bodyBehind(call)?.body ?? [], place);
    const whole: Call = {
      ...built,
      arguments: [...built.arguments, { value: closureAt(bodyBehind(call) ?? place, body) }],
    };
    return withCall(step, agreed(whole, call));
  });
}

function withCall(step: Statement | undefined, call: Call): Statement {
  return step !== undefined && directiveOf(step) === call ? step : statementOf(call);
}

/** A value, such as that of an environment variable. */
export function alignValue(model: unknown, value: Expression | undefined, at: Span): Expression {
  // The model has only the argument of a function other than `credentials`.
  if (value?.kind === 'call' && !('name' in fieldsOf(model))) return value;
  return agreed(expressionFrom(model, value ?? at), value);
}

/**
 * What the parser read if it means the same as what the controller answered, because only that has its exact places. Also if
 * the answer cannot be parsed: it has sources of expressions, which Jenkins cuts wrongly in places.
 */
export function agreed<Tree extends Expression>(built: Tree, read: Tree | undefined, isSorted = false): Tree {
  if (read === undefined) return built;
  const text = comparable(built, isSorted);
  return text === comparable(read, isSorted) || text.includes('<unreadable>') ? read : built;
}

export function nameOfStage(name: Expression): string {
  return name.kind === 'literal' ? String(name.value) : '';
}

function bodyBehind(call: Call | undefined): Closure | undefined {
  const last = call?.arguments.at(-1)?.value;
  return last?.kind === 'closure' ? last : undefined;
}

export function textsOf(models: readonly Fields[]): readonly string[] {
  return models.map(({ value }) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : textOf(value),
  );
}

/**
 * Text that is the same for two ways to write one thing: `sh 'x'` and `sh(script: 'x')`, of which a controller only knows
 * the second. With `isSorted`, the order of statements in closures does not count.
 */
export function comparable(tree: Expression | readonly Statement[], isSorted = false): string {
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const parts = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copy(value)]));
    if (parts['kind'] === 'call')
      return { ...parts, arguments: withoutNames(parts['arguments'] as readonly Argument[]) }; // of a call
    if (parts['kind'] === 'binary') return joined(parts as unknown as Expression); // of a binary expression
    if (parts['kind'] !== 'closure' || !isSorted) return parts;
    return { ...parts, body: sorted(parts['body'] as readonly Statement[]) }; // of a closure
  };
  if (Array.isArray(tree)) return printStatements(copy(tree) as readonly Statement[]); // the same types
  return printExpression(copy(tree) as Expression); // the same types
}

function sorted(body: readonly Statement[]): readonly Statement[] {
  return body.toSorted((one, other) => (printStatements([one]) < printStatements([other]) ? -1 : 1));
}

/** A single argument needs no name, and a map is arguments with names. */
function withoutNames(list: readonly Argument[]): readonly Argument[] {
  const isBody = ({ name, value }: Argument): boolean => name === undefined && value.kind === 'closure';
  const closures = list.filter(isBody);
  let others = withoutName(list.filter((argument) => !isBody(argument)));
  while (others.length === 1 && entriesOf(others[0]!) !== undefined) others = withoutName(entriesOf(others[0]!)!);
  return [...others, ...closures];
}

function withoutName(list: readonly Argument[]): readonly Argument[] {
  return list.length === 1 ? list.map(({ value }) => ({ value })) : list;
}

/** The arguments that a map without a name stands for. */
function entriesOf({ name, key, value }: Argument): readonly Argument[] | undefined {
  if (name !== undefined || key !== undefined || value.kind !== 'map') return undefined;
  const entries = value.entries.flatMap((entry): readonly Argument[] => {
    const word = entry.key.kind === 'literal' ? entry.key.value : undefined;
    return typeof word === 'string' ? [{ name: word, value: entry.value }] : [];
  });
  return entries.length === value.entries.length ? entries : undefined;
}

/** A controller joins strings in the environment. */
function joined(node: Expression): Expression {
  if (node.kind !== 'binary' || node.operator !== '+') return node;
  const { left, right } = node;
  const areTexts = left.kind === 'literal' && right.kind === 'literal' && typeof left.value === 'string';
  return areTexts ? { ...left, value: `${left.value}${right.value}` } : node;
}
