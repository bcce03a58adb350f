import type { GroovyCode } from '../../groovy/groovy-code.ts';
import type { JsonObject, JsonValue } from '../../problem/json-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import type { BoundedWork } from '../patterns/bounded-work.ts';
import type { SchemaAllowance } from '../patterns/schema-cost.ts';
import type { BoundedResult, TimeBudget } from '../patterns/time-budget.ts';
import type { ValueForm } from './value-form.ts';

/**
 * Everything that Flowgate knows about one input type: how a flow declares it, what its values are, what they may be used
 * for, and what a build does with them (docs/reference/inputs.md). Nothing outside these descriptors and their list in
 * `input-types.ts` knows a type by its name. `Constraints` is what a declaration can demand beside the common properties,
 * `Value` the JSON type of the values.
 */
export interface InputType<
  Name extends string = string,
  Constraints = unknown,
  Value extends JsonValue = JsonValue,
> extends TypeFacts {
  readonly name: Name;
  /** What a value is, after "must be": `a whole number`. */
  readonly expected: string;
  readonly definition: TypeDefinition;
  /** How `defaults` and `prefill` are written in a flow. */
  readonly notation: Notation<Constraints>;
  /** Reads the constraints; what is wrong is reported and left out. */
  readConstraints(properties: PropertyReader, bounds: InputBounds): Constraints;

  /** Whether the JSON type is right; `check` looks at the rest. */
  accepts(value: JsonValue): value is Value;
  /**
   * Every violation of a value of the right JSON type.
   * @param runHere compiles patterns and schemas for a quick check; without it they are left as work
   */
  check(value: Value, input: DeclaredInput<Constraints>, runHere?: RunHere): Checked;
  /** The keywords of the input's property in the JSON Schema; the common ones aside. */
  keywords(input: DeclaredInput<Constraints>): JsonObject;
  /** Reads a value where the transport has text alone; undefined for text that is no value of this type. */
  fromText(text: string): JsonValue | undefined;
  /** The value as it stands in the environment of a build (docs/reference/flows.md). */
  toText(value: Value): string;
  /** What conditions and messages know of a value, where that is not the value itself. */
  toCondition?(value: JsonValue): JsonValue;

  /** Whether a value of another type can be passed on as this one. Values of the same type always can, secrets to no other. */
  takes(other: TypeFacts): boolean;
  /**
   * Whether no value holds anything that a shell would split, expand or run.
   * @param constraints of the input; undefined for an output
   */
  isShellWord(constraints: Constraints | undefined): boolean;

  readonly build: BuildRules<Constraints>;
  readonly documentation: TypeDocumentation;
}

/** What other parts of Flowgate ask of a type without knowing which it is. */
export interface TypeFacts {
  readonly name: string;
  readonly form: ValueForm;
  /**
   * How a value gets to a build: as it is; as a credential of Jenkins, so that nobody sees it; or as a file, which the agent
   * fetches. Tasks return `value`s alone.
   */
  readonly role: 'value' | 'secret' | 'file';
  /** What an empty string is: a value, one of those that are listed, or no value. */
  readonly emptyText: 'value' | 'choice' | 'missing';
  /**
   * In which order strings stand: `any` for plain ones, which compare with all that have an order, a word of its own for a
   * type that compares with itself and plain ones. Absent where an alphabetical order would say nothing.
   */
  readonly order?: string;
  /** What other systems call such a type, in upper case. */
  readonly foreignNames: readonly string[];
}

/** How a flow declares an input of the type. */
export interface TypeDefinition {
  /** As a sentence. */
  readonly description: string;
  /** The properties that the type adds, by their names in YAML, with their JSON Schemas. */
  readonly constraints: Readonly<Record<string, JsonObject>>;
  /** Those that must be given. */
  readonly required?: readonly string[];
  /** The JSON Schema of `defaults` and `prefill` as they are written. */
  readonly suggestion: JsonObject;
}

/**
 * `text`: plain numbers and booleans are taken as the text they were typed as. `secret`: the same, but never repeated in a
 * message. `texts`: a list of texts. `json-text`: JSON in a text. `value`: the YAML value itself. `url`: where the value
 * comes from, with what may be wrong with the URL, as sentences without a full stop.
 */
export type Notation<Constraints> =
  | { readonly kind: 'text' | 'secret' | 'texts' | 'json-text' | 'value' }
  | { readonly kind: 'url'; problems(url: string, constraints: Constraints): readonly string[] };

/** What a build, and the job that it belongs to, know of the type. */
export interface BuildRules<Constraints> {
  /**
   * Statements that return what is wrong with `text`, or null: of a value that was typed into Jenkins' form, that a flow passes
   * to another one, or that a task or a flow returns. `declared` is a map of `facts`, without any for what is returned. Absent where
   * every text is a value.
   */
  readonly check?: GroovyCode;
  /** What the check reads of an input. */
  facts?(constraints: Constraints): Readonly<Record<string, GroovyCode | undefined>>;
  /** What stands in Jenkins' form. */
  control(constraints: Constraints): FormControl;
}

/** How people give a value in Jenkins' form. */
export type FormControl =
  | { readonly kind: 'line' | 'lines' | 'checkbox' | 'credential' }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

/** Cells of the tables in docs/reference/inputs.md, as Markdown. */
export interface TypeDocumentation {
  readonly value: string;
  /** What there is to say of the constraints beside their names. */
  readonly constraints?: string;
  /** How `defaults` and `prefill` are written where that is not like a value. */
  readonly suggestion?: string;
}

/** An input as far as its type looks at it. */
export interface DeclaredInput<Constraints> {
  readonly id: string;
  readonly required: boolean;
  readonly defaults?: JsonValue;
  readonly dependsOn?: object;
  readonly constraints: Constraints;
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
