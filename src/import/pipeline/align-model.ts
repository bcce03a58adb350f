import type { Call, Closure, Expression, Span, Statement } from '../groovy/syntax.ts';
import { comparable } from './comparable.ts';
import { directiveOf } from './directive-block.ts';
import { callFrom, closureOf, expressionFrom, statementAt } from './model-calls.ts';
import { fieldsOf, listOf, textOf, type Fields } from './model-fields.ts';

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
      arguments: [...built.arguments, { value: closureOf(body, bodyBehind(call) ?? place) }],
    };
    return withCall(step, agreed(whole, call));
  });
}

function withCall(step: Statement | undefined, call: Call): Statement {
  return step !== undefined && directiveOf(step) === call ? step : statementAt(call);
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
