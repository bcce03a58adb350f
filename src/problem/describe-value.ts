import type { JsonValue } from './json-value.ts';
import type { Path } from './problem.ts';

/** What was found, as the end of a message: `the number 3`, `a list`, `the text "abc"`. */
export function describeValue(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return `the text ${quoteShort(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** Where a list of strings has a mapping: `- echo "Name: x"` is one to YAML. A sentence to add, or an empty string. */
export function entryAdvice(found: JsonValue | undefined): string {
  const isMapping = typeof found === 'object' && found !== null && !Array.isArray(found);
  return isMapping ? ' YAML reads it as a mapping because of ": "; put the whole entry in quotes.' : '';
}

/** A property of a task, or an entry of one, as the subject of a sentence: `"cpu"`, `Entry 2 of "commands"`. */
export function describePlace(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'The task';
  return typeof last === 'string' ? quoteShort(last) : `Entry ${last + 1} of ${quoteShort(String(path.at(-2) ?? ''))}`;
}

/** A text from outside in quotes, shortened so that a message stays a sentence. */
export function quoteShort(text: string): string {
  return JSON.stringify(shortened(text, 80));
}

/** The beginning of a text that has more characters than are to be shown. */
export function shortened(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

/** A message as a sentence of its own: with a full stop, unless it ends with a question. */
export function asSentence(message: string): string {
  return /[.?]$/.test(message) ? message : `${message}.`;
}

/** `a, b and c`; of a long list the beginning. */
export function enumerate(words: readonly string[]): string {
  if (words.length > maxWords) return `${words.slice(0, maxWords).join(', ')} and ${words.length - maxWords} more`;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const maxWords = 30;
