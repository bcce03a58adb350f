import type { Argument, Call, Expression, Span, Statement } from './syntax.ts';

/** A value for an argument: an expression, or what a literal has. */
type Value = string | number | boolean | Expression;

/** A call whose parts are all at one place; arguments without a value are left out. */
export function callAt(
  { start, end }: Span,
  name: string,
  named: Readonly<Record<string, Value | undefined>>,
  ...positional: readonly Value[]
): Call {
  const list: Argument[] = positional.map((value) => ({ value: expressionAt({ start, end }, value) }));
  for (const [key, value] of Object.entries(named)) {
    if (value !== undefined) list.push({ name: key, value: expressionAt({ start, end }, value) });
  }
  // As in Groovy, a closure stands after the named arguments.
  const closures = list.filter(({ value }) => value.kind === 'closure');
  const others = list.filter(({ value }) => value.kind !== 'closure');
  return { kind: 'call', name, arguments: [...others, ...closures], start, end };
}

export function statementOf(expression: Expression): Statement {
  return { kind: 'expression', expression, start: expression.start, end: expression.end };
}

export function closureAt({ start, end }: Span, body: readonly Statement[]): Expression {
  return { kind: 'closure', parameters: [], body, start, end };
}

export function listAt({ start, end }: Span, items: readonly Expression[]): Expression {
  return { kind: 'list', items, start, end };
}

/** A map; entries without a value are left out. */
export function mapAt({ start, end }: Span, values: Readonly<Record<string, Value | undefined>>): Expression {
  const entries = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : { key: expressionAt({ start, end }, key), value: expressionAt({ start, end }, value) },
  );
  return { kind: 'map', entries, start, end };
}

function expressionAt({ start, end }: Span, value: Value): Expression {
  return typeof value === 'object' ? value : { kind: 'literal', value, start, end };
}
