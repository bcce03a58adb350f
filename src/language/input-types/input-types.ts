import { alternatives, enumerate } from '../../base/problem/describe-value.ts';
import { booleanType } from './boolean-type.ts';
import { dateTimeType } from './date-time-type.ts';
import { dateType } from './date-type.ts';
import { durationType } from './duration-type.ts';
import { enumType } from './enum-type.ts';
import { fileType } from './file-type.ts';
import { floatType } from './float-type.ts';
import type { InputType, TypeFacts } from './input-type.ts';
import { intType } from './int-type.ts';
import { jsonType } from './json-type.ts';
import { multiselectType } from './multiselect-type.ts';
import { secretType } from './secret-type.ts';
import { stringType } from './string-type.ts';
import { uriType } from './uri-type.ts';
import { isOfForm, type ValueForm } from './value-form.ts';

/** The input types of docs/reference/inputs.md, in the order in which messages and pages list them. */
const registered = [
  stringType,
  intType,
  floatType,
  booleanType,
  dateType,
  dateTimeType,
  durationType,
  fileType,
  jsonType,
  secretType,
  uriType,
  enumType,
  multiselectType,
] as const;

type Registered = (typeof registered)[number];

/** The names are also the types of task outputs and flow outputs. */
export type InputTypeName = Registered['name'];

/** The constraints of an input of each type. */
export type Constraints = { readonly [Type in Registered as Type['name']]: ReturnType<Type['readConstraints']> };

export const inputTypeNames: readonly InputTypeName[] = registered.map(({ name }) => name);

export const inputTypes = Object.fromEntries(registered.map((type) => [type.name, type])) as unknown as {
  readonly [Name in InputTypeName]: InputType<Name, Constraints[Name]>;
}; // each type under its own name

/** For each form, the type without further restrictions: the type of a value about which nothing else is known. */
export const plainTypes = {
  string: stringType.name,
  integer: intType.name,
  number: floatType.name,
  boolean: booleanType.name,
  list: multiselectType.name,
  json: jsonType.name,
} as const satisfies Record<ValueForm, InputTypeName>;

/** The type of values that are never shown. */
export const secretTypeName = secretType.name;

export function isInputTypeName(name: unknown): name is InputTypeName {
  return typeof name === 'string' && Object.hasOwn(inputTypes, name);
}

/** The type that other systems call by this name, if there is exactly one. */
export function typeOfForeignName(name: string): InputTypeName | undefined {
  return registered.find(({ foreignNames }) => foreignNames.includes(name.toUpperCase()))?.name;
}

/** The type of the input that an import makes of a parameter of a Jenkins pipeline. */
export function typeOfJenkinsParameter(kind: string): InputTypeName | undefined {
  return registered.find(({ jenkinsParameters = [] }: TypeFacts) => jenkinsParameters.includes(kind))?.name;
}

/** The JSON form of a type's values; a string for an unknown type. */
export function formOfType(name: InputTypeName | undefined): ValueForm {
  return name === undefined ? 'string' : inputTypes[name].form;
}

/** Whether values of the type are secrets; false if it is not a type. */
export function isSecretType(name: unknown): boolean {
  return isInputTypeName(name) && inputTypes[name].role === 'secret';
}

/** Whether values of the type are files; false if it is not a type. */
export function isFileType(name: unknown): boolean {
  return isInputTypeName(name) && inputTypes[name].role === 'file';
}

/** The types with a role, for messages. */
export function typesOfRole(role: TypeFacts['role']): string {
  return alternatives(registered.filter((type) => type.role === role).map(({ name }) => name));
}

/**
 * Whether a value of one type can be passed as another, in an output or in the inputs of a subflow. A secret can only
 * be passed as a secret.
 */
export function isAssignable(from: InputTypeName, to: InputTypeName): boolean {
  return from === to || (!isSecretType(from) && inputTypes[to].takes(inputTypes[from]));
}

/** Whether a value that a flow returns as one type is a value of another without conversion. */
export function isReturnedAs(output: InputTypeName, declared: InputTypeName): boolean {
  return isOfForm(inputTypes[output].form, inputTypes[declared].form);
}

/**
 * The types whose strings have an order, for messages about conditions: all of them, and those that compare only with
 * themselves and plain strings.
 */
export function orderedStringTypes(): { readonly all: string; readonly apart: string } {
  const ordered = registered.filter(({ form, order }) => form === 'string' && order !== undefined);
  const apart = ordered.filter(({ order }) => order !== 'any');
  return { all: enumerate(ordered.map(({ name }) => name)), apart: apart.map(({ name }) => name).join(' with ') };
}
