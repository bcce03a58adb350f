import type { InputTypeName } from '../expressions/value-type.ts';
import type { BoundedWork } from '../patterns/bounded-work.ts';
import type { BoundedResult, TimeBudget } from '../patterns/time-budget.ts';
import type { SchemaAllowance } from '../patterns/schema-allowance.ts';
import type { JsonObject, JsonValue } from '../../problem/json-value.ts';
import type { Constraints, InputOf } from './input.ts';
import type { PropertyReader } from '../document/property-reader.ts';

/**
 * Everything that Flowgate knows about one input type, in both directions: how a flow declares it, and what becomes of
 * its values (SPEC 2.2, DESIGN 5). `Value` is the JSON type of its values.
 */
export interface InputType<Name extends InputTypeName, Value extends JsonValue = JsonValue> {
  readonly name: Name;
  /** What a value is, after "must be": `a whole number`. */
  readonly expected: string;
  /** The properties that this type adds, by their names in YAML. */
  readonly constraintNames: readonly string[];
  /** How `defaults` and `prefill` are written in a flow. */
  readonly notation: Notation;
  /** Reads the constraints; what is wrong is reported and left out. */
  readConstraints(properties: PropertyReader, bounds: InputBounds): Constraints[Name];
  /** Whether the JSON type is right; `check` looks at the rest. */
  accepts(value: JsonValue): value is Value;
  /**
   * Every violation of a value of the right JSON type.
   * @param runHere compiles patterns and schemas for a quick check; without it they are left as work
   */
  check(value: Value, input: InputOf<Name>, runHere?: RunHere): Checked;
  /** The keywords of the input's property in the JSON Schema; the common ones aside. */
  keywords(input: InputOf<Name>): JsonObject;
  /** Reads a value where the transport has text alone; undefined for text that is no value of this type. */
  fromText(text: string): JsonValue | undefined;
  /** The value as it stands in the environment of a build (DESIGN 3). */
  toText(value: Value): string;
}

/** Does quick work at once under a time limit; see `BoundedEngine.runHere`. */
export type RunHere = <T>(work: () => T) => BoundedResult<T>;

/** Bounds on the patterns and schemas that an author brings along. */
export interface InputBounds {
  /** What they may cost this thread; one for all inputs of a document. */
  readonly budget: TimeBudget;
  /** How long a pattern may be, in UTF-16 code units. */
  readonly patternLength: number;
  /** How large the JSON Schemas may be; one for all inputs of a document. */
  readonly schemas: SchemaAllowance;
}

/**
 * `text`: plain numbers and booleans are taken as the text they were typed as. `secret`: the same, but never repeated in a
 * message. `texts`: a list of texts. `json-text`: JSON in a text. `value`: the YAML value itself. `url`: where the value
 * comes from, with what may be wrong with the URL, as sentences without a full stop.
 */
export type Notation =
  | { readonly kind: 'text' | 'secret' | 'texts' | 'json-text' | 'value' }
  | { readonly kind: 'url'; readonly problems: (url: string, constraints: Constraints['FILE']) => readonly string[] };

/** What a check found at once, and what only a time-bounded engine can find out. */
export interface Checked {
  readonly messages: readonly string[];
  readonly work?: BoundedWork;
}

export const sound: Checked = { messages: [] };

/** One violation, or none. */
export function demand(holds: boolean, message: () => string): Checked {
  return holds ? sound : { messages: [message()] };
}
