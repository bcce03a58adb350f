import { plainNumber } from '../../base/text/exact-number.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { evaluateCondition } from '../expressions/evaluate-condition.ts';
import { SearchTooSlow, type PatternSearch, type SearchRunner } from '../expressions/pattern-searches.ts';
import type { Reference } from '../expressions/reference.ts';
import { maxValueSize } from '../safe-patterns/value-limits.ts';
import { typeOf, type Input } from './input.ts';
import { readableValue } from './text-conversion.ts';

export interface InputValues {
  /** The value of each visible input: the given value, else the default, else null. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** The inputs whose condition takes too long to evaluate, with the reason as a clause. */
  readonly undecided: ReadonlyMap<string, string>;
}

/**
 * Which inputs are visible, and their values. Leaves out hidden inputs. In the conditions of other inputs, a hidden
 * input counts as null (docs/reference/expressions.md), and so does a value of the wrong type or size.
 * @throws {AppError} too-busy
 */
export async function effectiveValues(
  inputs: ReadonlyMap<string, Input>,
  given: JsonObject,
  searches: SearchRunner,
): Promise<InputValues> {
  return new EffectiveValues(inputs, given).all(searches);
}

/** The values of inputs for conditions, including defaults. */
export function inputValuesFor(inputs: readonly Input[], given: JsonObject): SearchingValueOf {
  const values = new EffectiveValues(new Map(inputs.map((input) => [input.id, input])), given);
  return (reference, search) => values.valueOf(reference, search);
}

/** The value of a reference; this may evaluate conditions of inputs. */
export type SearchingValueOf = (reference: Reference, search: PatternSearch) => JsonValue | undefined;

class EffectiveValues {
  readonly #inputs: ReadonlyMap<string, Input>;
  readonly #given: JsonObject;
  /** The values decided so far. An input counts as hidden while it is being decided, which ends cycles. */
  readonly #known = new Map<string, JsonValue | undefined>();

  constructor(inputs: ReadonlyMap<string, Input>, given: JsonObject) {
    this.#inputs = inputs;
    this.#given = given;
  }

  async all(searches: SearchRunner): Promise<InputValues> {
    const values = new Map<string, JsonValue>();
    const undecided = new Map<string, string>();
    for (const input of this.#inputs.values()) {
      try {
        // Without a condition nothing can wait, and waiting would cost each input a turn of the event loop.
        const value =
          input.dependsOn === undefined
            ? this.#effective(input)
            : await searches.run((search) => this.#decide(input, search));
        if (value !== undefined) values.set(input.id, value);
      } catch (error) {
        if (!(error instanceof SearchTooSlow)) throw error;
        undecided.set(input.id, error.message);
        this.#known.set(input.id, undefined);
      }
    }
    return { values, undecided };
  }

  /** Undefined if the input is hidden. */
  #decide(input: Input, search: PatternSearch): JsonValue | undefined {
    const { id, dependsOn } = input;
    if (this.#known.has(id)) return this.#known.get(id);
    this.#known.set(id, undefined);
    try {
      const isVisible =
        dependsOn === undefined ||
        evaluateCondition(dependsOn.condition, (reference) => this.valueOf(reference, search), search);
      const value = isVisible ? this.#effective(input) : undefined;
      this.#known.set(id, value);
      return value;
    } catch (error) {
      this.#known.delete(id); // decided again after the search
      throw error;
    }
  }

  #effective(input: Input): JsonValue {
    const given = Object.hasOwn(this.#given, input.id) ? this.#given[input.id] : undefined;
    return readableValue(typeOf(input), given ?? input.defaults ?? null);
  }

  valueOf(reference: Reference, search: PatternSearch): JsonValue {
    const input = reference.root === 'inputs' ? this.#inputs.get(reference.id) : undefined;
    const value = input && this.#decide(input, search);
    if (input === undefined || value === undefined || value === null) return null;
    // A string beyond the limit is rejected anyway, but a pattern would still be searched for in it.
    const isTooLong = typeof value === 'string' && value.length > maxValueSize;
    const type = typeOf(input);
    if (isTooLong || !type.accepts(value)) return null;
    return type.toCondition?.(value) ?? plainNumber(value);
  }
}
