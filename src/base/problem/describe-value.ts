import { isExactNumber } from '../text/exact-number.ts';
import { isJsonObject, type JsonValue } from '../text/json-value.ts';
import type { Path } from './problem.ts';

/** What was found, as the end of a message: `the number 3`, `a list`, `the string "abc"`. */
export function describeValue(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return `the string ${quoteShort(value)}`;
  if (typeof value === 'number' || isExactNumber(value)) return `the number ${shortened(String(value), 80)}`;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'a map';
}

/**
 * Advice for a map in a list of strings, a sentence to append or an empty string: YAML reads `- echo "Name: x"` as a
 * map.
 */
export function entryAdvice(found: JsonValue | undefined): string {
  return isJsonObject(found) ? ' YAML reads it as a map because of the ": "; put the whole item in quotes.' : '';
}

/** A property of a task, or an item of one, as the subject of a sentence: `"cpu"`, `Item 2 of "commands"`. */
export function describePlace(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'The task';
  return typeof last === 'string' ? quoteShort(last) : `Item ${last + 1} of ${quoteShort(String(path.at(-2) ?? ''))}`;
}

/** A string in quotes, shortened so that a message stays readable. */
export function quoteShort(text: string): string {
  return JSON.stringify(shortened(text, 80));
}

/** The string, or its first characters and an ellipsis if it is longer than `maxCharacters`. */
export function shortened(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

/** The message, with a full stop if it has no end mark. */
export function asSentence(message: string): string {
  return /[.?]$/.test(message) ? message : `${message}.`;
}

/** `a, b and c`; a long list is cut short. */
export function enumerate(words: readonly string[]): string {
  return joinWords(words, ' and ');
}

/** `a, b or c`; a long list is cut short. */
export function alternatives(words: readonly string[]): string {
  return joinWords(words, ' or ');
}

function joinWords(words: readonly string[], conjunction: string): string {
  if (words.length > maxWords) return `${words.slice(0, maxWords).join(', ')} and ${words.length - maxWords} more`;
  return words.length < 2 ? words.join('') : words.slice(0, -1).join(', ') + conjunction + words.at(-1);
}

const maxWords = 30;

/** A sentence as part of another one. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
