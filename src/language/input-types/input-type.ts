import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import type { BoundedWork } from '../safe-patterns/bounded-work.ts';
import type { SchemaAllowance } from '../safe-patterns/schema-cost.ts';
import type { BoundedResult, TimeBudget } from '../safe-patterns/time-budget.ts';
import type { TextFacts, TextRule } from './text-rule.ts';
import type { ValueForm } from './value-form.ts';

/**
 * Everything that Flowgate knows about an input type: how flows declare it, its values, what they can be used for, and
 * how builds handle them (docs/reference/inputs.md). Only these descriptors and their list in `input-types.ts` know
 * types by name. `Constraints` are the constraints of a declaration besides the common properties; `Value` is the JSON
 * type of the values.
 */
export interface InputType<
  Name extends string = string,
  Constraints = unknown,
  Value extends JsonValue = JsonValue,
> extends TypeFacts {
  readonly name: Name;
  /** The description of a value, after "must be": `an integer`. */
  readonly expected: string;
  readonly definition: TypeDefinition;
  /** How a flow writes `defaults` and `prefill`. */
  readonly notation: Notation<Constraints>;
  /** Reads the constraints; reports and leaves out invalid ones. */
  readConstraints(properties: PropertyReader, bounds: InputBounds): Constraints;

  /** Whether the JSON type is right; `check` checks everything else. */
  accepts(value: JsonValue): value is Value;
  /**
   * Every violation of a value with the right JSON type.
   * @param runHere compiles patterns and schemas for a quick check; without it they are returned as work
   */
  check(value: Value, input: DeclaredInput<Constraints>, runHere?: RunHere): Checked;
  /** The keywords of the input's property in the JSON Schema, without the common ones. */
  keywords(input: DeclaredInput<Constraints>): JsonObject;
  /** Reads a value from text; undefined if the text is not a value of this type. */
  fromText(text: string): JsonValue | undefined;
  /** The value in the environment of a build (docs/reference/flows.md). */
  toText(value: Value): string;
  /** The value for conditions and messages, if it differs from the value itself. */
  toCondition?(value: JsonValue): JsonValue;

  /**
   * Whether a value of another type can be passed to this one. Values of the same type always can; secrets can be
   * passed only to secrets.
   */
  takes(other: TypeFacts): boolean;
  /**
   * Whether no value contains anything that a shell would split, expand or run.
   * @param constraints of the input; undefined for an output
   */
  isShellWord(constraints: Constraints | undefined): boolean;

  readonly build: BuildRules<Constraints>;
  readonly documentation: TypeDocumentation;
}

/** Properties of a type for code that does not know the type by name. */
export interface TypeFacts {
  readonly name: string;
  readonly form: ValueForm;
  /**
   * How a value reaches a build: directly; as a Jenkins credential, so that it stays hidden; or as a file, which the
   * agent downloads. Tasks return only `value`s.
   */
  readonly role: 'value' | 'secret' | 'file';
  /** What an empty string is: a value, one of the listed values, or no value. */
  readonly emptyText: 'value' | 'choice' | 'missing';
  /**
   * The order of the type's strings: `any` for plain strings, which compare with all ordered ones; another word for a
   * type that compares only with itself and plain strings. Undefined if an alphabetical order makes no sense.
   */
  readonly order?: string;
  /** Names of the type in other systems, in upper case. */
  readonly foreignNames: readonly string[];
  /** The parameters of Jenkins pipelines that an import makes inputs of the type: `string`. */
  readonly jenkinsParameters?: readonly string[];
}

/** How a flow declares an input of the type. */
export interface TypeDefinition {
  /** As a sentence. */
  readonly description: string;
  /** The JSON Schemas of the type's own properties, by their names in YAML. */
  readonly constraints: Readonly<Record<string, JsonObject>>;
  /** The required ones. */
  readonly required?: readonly string[];
  /** The JSON Schema of `defaults` and `prefill` as written in a flow. */
  readonly suggestion: JsonObject;
}

/**
 * How a value is written in a flow. `text`: a string; plain numbers and booleans are read as their source text.
 * `secret`: the same, but never repeated in a message. `texts`: a list of strings. `json-text`: JSON in a string.
 * `value`: the YAML value itself. `url`: where the value is downloaded from; `problems` checks the URL and returns
 * sentences without a full stop.
 */
type Notation<Constraints> =
  | { readonly kind: 'text' | 'secret' | 'texts' | 'json-text' | 'value' }
  | { readonly kind: 'url'; problems(url: string, constraints: Constraints): readonly string[] };

/** The use of the type in a build and its job. */
interface BuildRules<Constraints> {
  /** Undefined if every string is a value. */
  readonly rule?: TextRule;
  /** The parameters that the rule reads from an input. */
  facts?(constraints: Constraints): TextFacts;
  /** The field in Jenkins' form. */
  control(constraints: Constraints): FormControl;
}

/** How users enter a value in Jenkins' form. */
export type FormControl =
  | { readonly kind: 'line' | 'lines' | 'checkbox' | 'credential' }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

/** Cells of the tables in docs/reference/inputs.md and flows.md, as Markdown. */
interface TypeDocumentation {
  readonly value: string;
  /** Remarks on the constraints. */
  readonly constraints?: string;
  /** How `defaults` and `prefill` are written, if not like a value. */
  readonly suggestion?: string;
  /** The text in the environment of a build, if it differs from the value. */
  readonly environment?: string;
}

/** The parts of an input that its type uses. */
export interface DeclaredInput<Constraints> {
  readonly id: string;
  readonly required: boolean;
  readonly defaults?: JsonValue;
  readonly dependsOn?: object;
  readonly constraints: Constraints;
}

/** Runs quick work immediately under a time limit; see `BoundedRunner.runHere`. */
export type RunHere = <T>(work: () => T) => BoundedResult<T>;

/** Limits on the patterns and schemas of an author. */
export interface InputBounds {
  /** The time they may take in this thread, for all inputs of a document. */
  readonly budget: TimeBudget;
  /** The max length of a pattern, in UTF-16 code units. */
  readonly patternLength: number;
  /** The size that the JSON Schemas may have, for all inputs of a document. */
  readonly schemas: SchemaAllowance;
}

/** The immediate results of a check, and the work left for a time-bounded engine. */
export interface Checked {
  readonly messages: readonly string[];
  /** A notice for the caller about a valid value, without the value. */
  readonly notices?: readonly string[];
  readonly work?: BoundedWork;
}

export const noViolation: Checked = { messages: [] };

/** One violation unless the condition is true. */
export function requireThat(condition: boolean, message: () => string): Checked {
  return condition ? noViolation : { messages: [message()] };
}
