import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { InputType } from './input-type.ts';
import { isPlainString } from './string-type.ts';
import { checkForm, never, noConstraints, oneLine, stringValues, type NoConstraints } from './type-parts.ts';

const form = 'an absolute URI with a scheme, such as https://example.com/path';

// The check that JSON Schema validators use for `format: uri`; this item of the table is a function.
const isUri = fullFormats.uri as (text: string) => boolean;

/** An absolute URI with a scheme (RFC 3986). */
export const uriType: InputType<'URI', NoConstraints, string> = {
  ...stringValues,
  name: 'URI',
  role: 'value',
  emptyText: 'missing',
  foreignNames: [],
  expected: form,
  definition: {
    description: 'An absolute URI with a scheme.',
    constraints: {},
    suggestion: { type: 'string' },
  },
  readConstraints: noConstraints,
  check: (value) => checkForm(value, isUri(value), form),
  keywords: () => ({ type: 'string', format: 'uri' }),
  takes: isPlainString,
  isShellWord: never,
  build: {
    rule: {
      kind: 'pattern',
      pattern: '[A-Za-z][A-Za-z0-9+.-]*:[^\\n\\r\\u0085\\u2028\\u2029]+',
      expected: 'a URI with a scheme',
    },
    control: oneLine,
  },
  documentation: { value: 'an absolute URI with a scheme' },
};
