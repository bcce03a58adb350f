import type { JsonValue } from '../../base/text/json-value.ts';
import type { Condition } from '../expressions/condition.ts';
import type { fileType } from '../input-types/file-type.ts';
import type { InputType } from '../input-types/input-type.ts';
import { inputTypes, isSecretType, type Constraints, type InputTypeName } from '../input-types/input-types.ts';

/** An input of a flow: its common properties (docs/reference/inputs.md) and the constraints of its type. */
export type Input = { [Name in InputTypeName]: InputOf<Name> }[InputTypeName];

export interface InputOf<Name extends InputTypeName> {
  readonly id: string;
  readonly type: Name;
  readonly description?: string;
  readonly displayName?: string;
  /** Whether a value is required; default true. */
  readonly required: boolean;
  /** The value if none is given, already of the input's JSON type: JSON in a string is parsed. */
  readonly defaults?: JsonValue;
  /** A suggestion for forms, never used as a value. */
  readonly prefill?: JsonValue;
  readonly dependsOn?: DependsOn;
  readonly constraints: Constraints[Name];
}

export type FileInput = InputOf<(typeof fileType)['name']>;

export interface DependsOn {
  readonly inputs: readonly string[];
  readonly condition: Condition;
  /** The condition as the author wrote it. */
  readonly text: string;
}

/** The type of an input, typed for its constraints. */
export function typeOf<Name extends InputTypeName>(input: InputOf<Name>): InputType<Name, Constraints[Name]> {
  return inputTypes[input.type];
}

export function isSecret({ type }: Pick<Input, 'type'>): boolean {
  return isSecretType(type);
}

export function isFile(input: Input): input is FileInput {
  return inputTypes[input.type].role === 'file';
}
