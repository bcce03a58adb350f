import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { InputType } from './input-type.ts';
import { stringsOfForm } from './strings-of-form.ts';
import { never, oneLine, type NoConstraints } from './type-parts.ts';

const form = 'an absolute URI with a scheme, such as https://example.com/path';

// The check that JSON Schema validators use for `format: uri`; this item of the table is a function.
const isUri = fullFormats.uri as (text: string) => boolean;

/** An absolute URI with a scheme (RFC 3986). */
export const uriType: InputType<'URI', NoConstraints, string> = {
  ...stringsOfForm(form, isUri),
  name: 'URI',
  definition: {
    description: 'An absolute URI with a scheme.',
    constraints: {},
    suggestion: { type: 'string' },
  },
  keywords: () => ({ type: 'string', format: 'uri' }),
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
