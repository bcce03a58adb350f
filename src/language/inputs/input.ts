import type { Condition } from '../expressions/condition.ts';
import type { InputTypeName } from '../expressions/value-type.ts';
import type { JsonObject, JsonValue } from '../../problem/json-value.ts';

/** An input of a flow: its common properties (SPEC 2.2) and the constraints of its type. */
export type Input = { [Name in InputTypeName]: InputOf<Name> }[InputTypeName];

export interface InputOf<Name extends InputTypeName> {
  readonly id: string;
  readonly type: Name;
  readonly description?: string;
  readonly displayName?: string;
  /** Whether a value must be given; true unless the author says false. */
  readonly required: boolean;
  /** The value when none is given, already of the input's JSON type (a JSON input's text is parsed). */
  readonly defaults?: JsonValue;
  /** What a form suggests; never used as a value. */
  readonly prefill?: JsonValue;
  readonly dependsOn?: DependsOn;
  readonly constraints: Constraints[Name];
}

export interface DependsOn {
  readonly inputs: readonly string[];
  readonly condition: Condition;
  /** The condition as the author wrote it. */
  readonly text: string;
}

/** The constraints of each type; all optional but the values of a choice. */
export interface Constraints {
  STRING: { readonly minLength?: number; readonly maxLength?: number; readonly pattern?: string };
  INT: { readonly min?: number; readonly max?: number };
  FLOAT: { readonly min?: number; readonly max?: number };
  BOOLEAN: NoConstraints;
  DATE: NoConstraints;
  DATETIME: NoConstraints;
  DURATION: NoConstraints;
  /** maxSize in bytes; extensions in lower case without the dot. */
  FILE: { readonly maxSize?: number; readonly allowedExtensions?: readonly string[] };
  JSON: { readonly schema?: JsonObject | boolean };
  SECRET: NoConstraints;
  URI: NoConstraints;
  ENUM: { readonly values: readonly string[] };
  MULTISELECT: { readonly values: readonly string[] };
}

type NoConstraints = Readonly<Record<never, never>>;
