import { evaluateCondition, type ValueOf } from '../expression/evaluate-condition.ts';
import type { Reference } from '../expression/reference.ts';
import type { JsonObject, JsonValue } from '../problem/json-value.ts';
import { typeOf } from './input-types.ts';
import type { Input } from './input.ts';
import { fileNameOf } from './types/file-type.ts';
import { largestValue } from './value-limits.ts';

/**
 * The value of each visible input: the one given, else the default, else null. Hidden inputs are not in it; in the
 * conditions of others they count as null (DESIGN 4), as does a value of the wrong type or size.
 */
export function visibleValues(inputs: ReadonlyMap<string, Input>, given: JsonObject): ReadonlyMap<string, JsonValue> {
  return new VisibleValues(inputs, given).all();
}

/** The values of inputs as conditions compare them, the defaults of those that are not given included. */
export function inputValuesFor(inputs: readonly Input[], given: JsonObject): ValueOf {
  const values = new VisibleValues(new Map(inputs.map((input) => [input.id, input])), given);
  return (reference) => values.valueOf(reference);
}

class VisibleValues {
  readonly #inputs: ReadonlyMap<string, Input>;
  readonly #given: JsonObject;
  /** What is known so far; an input being decided counts as hidden, so that a circle ends. */
  readonly #known = new Map<string, JsonValue | undefined>();

  constructor(inputs: ReadonlyMap<string, Input>, given: JsonObject) {
    this.#inputs = inputs;
    this.#given = given;
  }

  all(): ReadonlyMap<string, JsonValue> {
    const values = new Map<string, JsonValue>();
    for (const input of this.#inputs.values()) {
      const value = this.#decide(input);
      if (value !== undefined) values.set(input.id, value);
    }
    return values;
  }

  /** Undefined when the input is hidden. */
  #decide(input: Input): JsonValue | undefined {
    const { id, dependsOn } = input;
    if (this.#known.has(id)) return this.#known.get(id);
    this.#known.set(id, undefined);
    const isVisible = dependsOn === undefined || evaluateCondition(dependsOn.condition, (reference) => this.valueOf(reference));
    const value = isVisible ? this.#effective(input) : undefined;
    this.#known.set(id, value);
    return value;
  }

  #effective({ id, defaults }: Input): JsonValue {
    const given = Object.hasOwn(this.#given, id) ? this.#given[id] : undefined;
    return given ?? defaults ?? null;
  }

  valueOf(reference: Reference): JsonValue {
    const input = reference.root === 'inputs' ? this.#inputs.get(reference.id) : undefined;
    const value = input && this.#decide(input);
    if (input === undefined || value === undefined || value === null) return null;
    // A text beyond the limit is refused anyway, and a pattern would have to be searched in it.
    const isTooLong = typeof value === 'string' && value.length > largestValue;
    if (isTooLong || !typeOf(input).accepts(value)) return null;
    return input.type === 'FILE' ? fileNameOf(value) : value;
  }
}
