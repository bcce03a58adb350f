import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { InputType } from './input-type.ts';
import { stringsOfForm } from './strings-of-form.ts';
import { never, oneLine, type NoConstraints } from './type-parts.ts';

/*
 * What a URI is: `format: uri` of JSON Schema validators (RFC 3986), without what no program can use as one. Written
 * twice, because running flows know no formats; a test compares both, in JavaScript and in Java.
 */

// The check that JSON Schema validators use for `format: uri`; this item of the table is a function.
const isGeneric = fullFormats.uri as (text: string) => boolean;

const scheme = '[A-Za-z][A-Za-z0-9+.-]*:';
// Schemes whose URIs name a host: RFC 3986 alone allows `http:a` and `https:///p`.
const hosted = '(?:[Hh][Tt][Tt][Pp][Ss]?|[Ww][Ss][Ss]?|[Ff][Tt][Pp]):';
const withoutHost = `${hosted}(?:$|[^/]|/(?:$|[^/])|//(?:[^/?#@]*@)?(?:$|[/?#:]))`;
const end = '(?:$|[/?#])';
const beyond65535 = '0*(?:6553[6-9]|655[4-9][0-9]|65[6-9][0-9]{2}|6[6-9][0-9]{3}|[7-9][0-9]{4}|[1-9][0-9]{5,})';
const noNumber = '[0-9]*[^0-9/?#@][^/?#@]*';
const withInvalidPort = `${scheme}//(?:[^/?#@]*@)?(?:\\[[^\\]/?#]*\\]|[^/?#:@\\[]*):(?:${beyond65535}|${noNumber})${end}`;

/**
 * The start of what `format: uri` accepts and the type URI does not: an http, https, ws, wss or ftp URL without a host,
 * and a port that is no number up to 65535.
 */
const invalidUri = `^(?:${withoutHost}|${withInvalidPort})`;
const invalid = new RegExp(invalidUri, 'u');

/** Whether a text is an absolute URI with a scheme. */
export function isUri(text: string): boolean {
  return isGeneric(text) && !invalid.test(text);
}

const plain = "A-Za-z0-9._~!$&'()*+,;=";
// Checked at once: a repeated choice of characters and escapes would overflow Java's stack on long texts.
const badEscape = '.*%(?![0-9A-Fa-f]{2})';
const segment = `[${plain}:@%-]`;
const rest = `[${plain}:@%/-]*`;
const query = `[${plain}:@%/?-]*`;
const byte = '(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])';
const version4 = `${byte}(?:\\.${byte}){3}`;
const group = '[0-9A-Fa-f]{1,4}';
const groups = (count: number) => `:*(?:[0-9A-Fa-f]+:+){${count}}`;
// Eight groups, the last two perhaps as version 4; or fewer around one ::, which stands for at least one.
const tooMany = `(?!${groups(7)}[0-9A-Fa-f]|${groups(6)}[0-9]+\\.)`;
const shortened = `${tooMany}(?:${group}(?::${group})*)?::(?:(?:${group}:)*(?:${group}|${version4}))?`;
const address = `(?:${group}:){6}(?:${group}:${group}|${version4})|${shortened}|[vV][0-9A-Fa-f]+\\.[${plain}:-]+`;
const authority = `(?:[${plain}:%-]*@)?(?:\\[(?:${address})\\]|[${plain}%-]*)(?::[0-9]*)?`;

/** The same rule as a pattern of the whole text, for Java and JavaScript. */
const uriPattern = `(?!${invalidUri.slice(1)}|${badEscape})${scheme}(?://${authority}(?:/${rest})?|/(?:${segment}${rest})?|${segment}${rest})(?:\\?${query})?(?:#${query})?`;

const form = 'an absolute URI with a scheme, such as https://example.com/path';

/** An absolute URI with a scheme (RFC 3986). */
export const uriType: InputType<'URI', NoConstraints, string> = {
  ...stringsOfForm(form, isUri),
  name: 'URI',
  definition: {
    description: 'An absolute URI with a scheme.',
    constraints: {},
    suggestion: { type: 'string' },
  },
  // Validators accept what is no usable URI, such as `http:a`.
  keywords: () => ({ type: 'string', format: 'uri', not: { pattern: invalidUri } }),
  isShellWord: never,
  build: {
    rule: {
      kind: 'pattern',
      pattern: uriPattern,
      expected: 'a URI with a scheme',
    },
    control: oneLine,
  },
  documentation: {
    value:
      'an absolute URI with a scheme (RFC 3986); an http, https, ws, wss or ftp URL has a host, and a port is at most 65535',
  },
};
