import type { Call, Expression } from '../groovy/syntax.ts';

/** The arguments of a call by name; one without a name has its position, from `'0'`. A single map is read as its entries. */
export function argumentsOf(call: Call): ReadonlyMap<string, Expression> {
  const [only] = call.arguments;
  if (call.arguments.length === 1 && only?.name === undefined && only?.value.kind === 'map')
    return entriesOf(only.value);
  return new Map(
    call.arguments.map(({ name, key, value }, index) => [
      name ?? (key === undefined ? String(index) : computedKey),
      value,
    ]),
  );
}

/** Stands for a name that Groovy computes, which no argument has, so that nothing is left out silently. */
const computedKey = 'a computed name';

/** The entries of a map literal, by key. */
function entriesOf({ entries }: Extract<Expression, { kind: 'map' }>): ReadonlyMap<string, Expression> {
  return new Map(
    entries.map(({ key, value }): [string, Expression] => [
      key.kind === 'literal' ? String(key.value) : computedKey,
      value,
    ]),
  );
}

/** The calls directly in a closure, such as `label` and `image` in `docker { }`; undefined if anything else stands there. */
export function callsIn(expression: Expression | undefined): readonly Call[] | undefined {
  if (expression?.kind !== 'closure') return undefined;
  const calls = expression.body.flatMap((statement) =>
    statement.kind === 'expression' && statement.expression.kind === 'call' ? [statement.expression] : [],
  );
  return calls.length === expression.body.length ? calls : undefined;
}
