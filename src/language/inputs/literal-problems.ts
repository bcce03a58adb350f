import { describeValue } from '../../base/problem/describe-value.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { Checked } from '../input-types/input-type.ts';
import { failureOf, patternMessage, performWork, type BoundedWork } from '../safe-patterns/bounded-work.ts';
import { compilePattern } from '../safe-patterns/compile-pattern.ts';
import { maxQuickSize, schemaSize } from '../safe-patterns/schema-cost.ts';
import type { UserSchema } from '../safe-patterns/schema-keywords.ts';
import type { BoundedResult, TimeBudget } from '../safe-patterns/time-budget.ts';
import { unicodeSource } from '../safe-patterns/unicode-pattern.ts';
import { isTooDeep, limitProblem, type LimitProblem } from '../safe-patterns/value-limits.ts';
import { typeOf, type Input } from './input.ts';
import { readableValue } from './text-conversion.ts';

/** Why an input rejects a value. */
export interface LiteralProblems {
  /** Sentences without a full stop. */
  readonly messages: readonly string[];
  /** Why the environment of a build cannot contain the value. */
  readonly limit?: LimitProblem;
}

/** Checks a value in the flow itself. A check that exceeds the budget is repeated when the value is used. */
export function literalProblems(given: JsonValue, input: Input, budget: TimeBudget): LiteralProblems {
  const type = typeOf(input);
  const value = readableValue(type, given);
  if (!type.accepts(value)) return { messages: [`Value must be ${type.expected}; found ${describeValue(given)}`] };
  const checked = type.check(value, input);
  const messages = [...checked.messages, ...boundedMessages(checked, budget)];
  return isTooDeep(value) ? { messages } : { messages, limit: limitProblem(type.toText(value)) };
}

/** A large schema, or any check beyond the budget, is skipped here: the value is checked when it is used. */
function boundedMessages({ work }: Checked, budget: TimeBudget): readonly string[] {
  if (work === undefined) return [];
  try {
    const result =
      work.kind === 'pattern'
        ? testPattern(work, budget)
        : isLarge(work.schema)
          ? undefined
          : budget.run(() => performWork(work));
    if (result === undefined) return [];
    return result.done ? result.value : ['The check takes too long'];
  } catch (error) {
    return [`Value cannot be checked: ${failureOf(error)}`];
  }
}

/**
 * Runs JavaScript's own engine first, because the linear one takes a millisecond or more to compile. The linear engine
 * runs only if the first one does not finish.
 */
function testPattern(
  { pattern, subject }: BoundedWork & { kind: 'pattern' },
  budget: TimeBudget,
): BoundedResult<readonly string[]> | undefined {
  const result = budget.run(() =>
    new RegExp(unicodeSource(pattern), 'u').test(subject) ? [] : [patternMessage(pattern)],
  );
  if (result?.done !== false) return result;
  const compiled = compilePattern(pattern);
  if (compiled.kind !== 'linear') return result;
  return budget.run(() => (compiled.test(subject) ? [] : [patternMessage(pattern)]));
}

function isLarge(schema: UserSchema): boolean {
  return schemaSize(schema) > maxQuickSize;
}
