import type { JsonValue } from '../problem/json-value.ts';

/**
 * JSON text of printable ASCII alone: everything else is written as `\uXXXX`. Jenkins keeps a build's parameters in an XML
 * file, which cannot hold some characters and, after a restart, gives others back changed.
 */
export function asciiJson(value: JsonValue): string {
  return JSON.stringify(value).replace(
    /[^\u0020-\u007e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
