import type { JsonValue } from '../../problem/json-value.ts';
import type { Condition } from '../expressions/condition.ts';
import type { fileType } from '../input-types/file-type.ts';
import type { InputType } from '../input-types/input-type.ts';
import { type Constraints, inputTypes, type InputTypeName, isSecretType } from '../input-types/input-types.ts';

/** An input of a flow: its common properties (docs/reference/inputs.md) and the constraints of its type. */
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

export type FileInput = InputOf<(typeof fileType)['name']>;

export interface DependsOn {
  readonly inputs: readonly string[];
  readonly condition: Condition;
  /** The condition as the author wrote it. */
  readonly text: string;
}

/** The type of an input, able to take its constraints. */
export function typeOf<Name extends InputTypeName>(input: InputOf<Name>): InputType<Name, Constraints[Name]> {
  return inputTypes[input.type];
}

export function isSecret({ type }: Pick<Input, 'type'>): boolean {
  return isSecretType(type);
}

export function isFile(input: Input): input is FileInput {
  return inputTypes[input.type].role === 'file';
}
