import type { JsonValue } from '../../../base/text/json-value.ts';

// Enough to recognize a value. The environment of every step, whose size is limited, contains all of them.
const maxLength = 1000;

/**
 * A value or description that Jenkins can store and users can read, shortened if it is long. All line ends become LF,
 * including those of Unicode, which a restart of Jenkins would turn into LF too. A character that XML cannot carry, a
 * control character or a lone surrogate, becomes U+FFFD.
 */
export function readableParameter(text: string): string {
  if (text.length <= maxLength) return cleanParameter(text);
  const cut = text.slice(0, maxLength - 1);
  return `${cleanParameter(cut.replace(/[\ud800-\udbff]$/, ''))}…`;
}

/** Whether Jenkins keeps a text unchanged: in its files, over a restart, and in its form. */
export function isKeptByJenkins(text: string): boolean {
  return cleanParameter(text) === text;
}

/**
 * Whether a text can be one of the choices of a parameter: one line, which no form trims and which is never shortened.
 */
export function canBeChoice(text: string): boolean {
  return text !== '' && text === text.trim() && !/[\n\t]/.test(text) && readableParameter(text) === text;
}

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

function cleanParameter(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(unreadable, '\ufffd');
}

// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const unreadable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/gu;
