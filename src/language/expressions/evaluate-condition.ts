import type { JsonValue } from '../../base/text/json-value.ts';
import type { Condition } from './condition.ts';
import { infixOperator, unaryOperator } from './operators/operators.ts';
import { isTrue } from './operators/truth.ts';
import type { PatternSearch } from './pattern-searches.ts';
import type { Reference } from './reference.ts';

/** The value of a reference, with the JSON type of its declared type; null or undefined if it has none. */
export type ValueOf = (reference: Reference) => JsonValue | undefined;

/**
 * Whether a condition is true (docs/reference/expressions.md). Agrees with the Groovy of `emitCondition` on all
 * well-typed conditions. A value counts as true unless it is false, 0, null or empty.
 * @param search searches for patterns in values, which can be slow: see `PatternSearches`
 */
export function evaluateCondition(condition: Condition, valueOf: ValueOf, search: PatternSearch): boolean {
  return isTrue(evaluate(condition, remembering(valueOf), search));
}

/** Reads each value once: a large one takes its time, and a condition can refer to it thousands of times. */
function remembering(valueOf: ValueOf): ValueOf {
  const known = new Map<string, JsonValue | undefined>();
  return (reference) => {
    const key = JSON.stringify(reference);
    if (!known.has(key)) known.set(key, valueOf(reference));
    return known.get(key);
  };
}

function evaluate(condition: Condition, valueOf: ValueOf, search: PatternSearch): JsonValue {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'reference':
      return valueOf(condition.reference) ?? null;
    case 'list':
      return condition.items.map((item) => evaluate(item, valueOf, search));
    case 'pattern':
      return condition.pattern;
    case 'unary':
      return unaryOperator(condition.operator).evaluate(() => evaluate(condition.operand, valueOf, search));
    case 'infix':
      return infixOperator(condition.operator).evaluate(
        () => evaluate(condition.left, valueOf, search),
        () => evaluate(condition.right, valueOf, search),
        search,
      );
  }
}
