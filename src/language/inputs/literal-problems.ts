import { type BoundedWork, failureOf, patternMessage, performWork } from '../patterns/bounded-work.ts';
import { compilePattern } from '../patterns/compile-pattern.ts';
import { maxQuickSize, schemaSize } from '../patterns/schema-cost.ts';
import type { BoundedResult, TimeBudget } from '../patterns/time-budget.ts';
import type { UserSchema } from '../patterns/schema-keywords.ts';
import { describeValue } from '../../problem/describe-value.ts';
import type { JsonValue } from '../../problem/json-value.ts';
import type { Checked } from '../input-types/input-type.ts';
import { type Input, typeOf } from './input.ts';
import { isTooDeep, limitProblem, type LimitProblem } from '../patterns/value-limits.ts';

/** Why an input would reject a value. */
export interface LiteralProblems {
  /** Sentences without a full stop. */
  readonly messages: readonly string[];
  /** What the environment of a build cannot carry. */
  readonly limit?: LimitProblem;
}

/** Checks a value that stands in the flow itself; what takes longer than the budget is left to when it is used. */
export function literalProblems(value: JsonValue, input: Input, budget: TimeBudget): LiteralProblems {
  const type = typeOf(input);
  if (!type.accepts(value)) return { messages: [`Value must be ${type.expected}; found ${describeValue(value)}`] };
  const checked = type.check(value, input);
  const messages = [...checked.messages, ...boundedMessages(checked, budget)];
  return isTooDeep(value) ? { messages } : { messages, limit: limitProblem(type.toText(value)) };
}

/** Nothing is known of a large schema, or when the budget is used up: then the value is looked at when it is used. */
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
    return result.done ? result.value : ['Checking it takes too long'];
  } catch (error) {
    return [`Value cannot be checked: ${failureOf(error)}`];
  }
}

/**
 * JavaScript's own engine is ready at once, where the linear one takes a millisecond or more to compile; that one comes in
 * only where the first does not get done.
 */
function testPattern(
  { pattern, subject }: BoundedWork & { kind: 'pattern' },
  budget: TimeBudget,
): BoundedResult<readonly string[]> | undefined {
  const result = budget.run(() => (new RegExp(pattern, 'u').test(subject) ? [] : [patternMessage(pattern)]));
  if (result?.done !== false) return result;
  const compiled = compilePattern(pattern);
  if (compiled.kind !== 'linear') return result;
  return budget.run(() => (compiled.test(subject) ? [] : [patternMessage(pattern)]));
}

function isLarge(schema: UserSchema): boolean {
  return schemaSize(schema) > maxQuickSize;
}
