import type { InputTypeName } from '../expressions/value-type.ts';
import type { InputType } from './input-type.ts';
import type { InputOf } from './input.ts';
import { booleanType } from './types/boolean-type.ts';
import { dateTimeType } from './types/date-time-type.ts';
import { dateType } from './types/date-type.ts';
import { durationType } from './types/duration-type.ts';
import { enumType } from './types/enum-type.ts';
import { fileType } from './types/file-type.ts';
import { floatType } from './types/float-type.ts';
import { intType } from './types/int-type.ts';
import { jsonType } from './types/json-type.ts';
import { multiselectType } from './types/multiselect-type.ts';
import { secretType } from './types/secret-type.ts';
import { stringType } from './types/string-type.ts';
import { uriType } from './types/uri-type.ts';

/** The exactly thirteen input types (SPEC 2.2). */
export const inputTypes: { readonly [Name in InputTypeName]: InputType<Name> } = {
  STRING: stringType,
  INT: intType,
  FLOAT: floatType,
  BOOLEAN: booleanType,
  DATE: dateType,
  DATETIME: dateTimeType,
  DURATION: durationType,
  FILE: fileType,
  JSON: jsonType,
  SECRET: secretType,
  URI: uriType,
  ENUM: enumType,
  MULTISELECT: multiselectType,
};

/** The type of an input, able to take its constraints. */
export function typeOf<Name extends InputTypeName>(input: InputOf<Name>): InputType<Name> {
  return inputTypes[input.type];
}
