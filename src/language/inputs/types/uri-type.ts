import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { InputType } from '../input-type.ts';
import { checkForm, isText, noConstraints, sameText } from './type-parts.ts';

const form = 'an absolute URI with a scheme, such as https://example.com/path';

// The very check that JSON Schema validators make of `format: uri`; this entry of the table is a function.
const isUri = fullFormats.uri as (text: string) => boolean;

/** An absolute URI with a scheme (RFC 3986). */
export const uriType: InputType<'URI', string> = {
  name: 'URI',
  expected: form,
  constraintNames: [],
  notation: { kind: 'text' },
  readConstraints: noConstraints,
  accepts: isText,
  check: (value) => checkForm(value, isUri(value), form),
  keywords: () => ({ type: 'string', format: 'uri' }),
  fromText: sameText,
  toText: sameText,
};
