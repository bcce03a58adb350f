import type { JsonValue } from '../problem/json-value.ts';

/**
 * JSON of printable ASCII characters; all others are written as `\uXXXX`. Jenkins keeps a build's parameters in an XML
 * file, which cannot contain some characters and returns others changed after a restart.
 */
export function asciiJson(value: JsonValue): string {
  return JSON.stringify(value).replace(
    /[^\u0020-\u007e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
