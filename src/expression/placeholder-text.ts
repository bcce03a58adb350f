import { environmentName, type Reference } from './reference.ts';
import type { Template } from './template.ts';

/** A text in which each reference stands as a word that a program on the worker finds and replaces by its value. */
export interface PlaceholderText {
  readonly text: string;
  /** In the order of their first occurrence. */
  readonly placeholders: readonly Placeholder[];
}

export interface Placeholder {
  /** `VALUE_OF_ROBOT_ID`: an identifier in most languages, and nothing that an escape sequence begins with. */
  readonly word: string;
  /** The environment variable that holds the value. */
  readonly name: string;
  /** How the value is to be written, in words of the program that replaces it. */
  readonly use: string;
}

/**
 * Prints a template with placeholders, one for each value and use. Where a reader that goes from left to right and
 * takes the longest placeholder would find one that is the author's own text, or another one than was put there, all of
 * them get a number; so the same template always gives the same text.
 * @param useOf called once for every reference, in order, with its index among the parts
 */
export function placeholderText(template: Template, useOf: (reference: Reference, index: number) => string): PlaceholderText {
  const pieces = template.map((part, index) =>
    part.kind === 'text' ? part.text : { name: environmentName(part.reference), use: useOf(part.reference, index) },
  );
  for (let attempt = 1; ; attempt++) {
    const placeholders = new Map<string, Placeholder>();
    const printed = pieces.map((piece) => (typeof piece === 'string' ? piece : addPlaceholder(placeholders, piece, attempt).word));
    const text = printed.join('');
    const intended = printed.filter((_, index) => typeof pieces[index] !== 'string');
    if (isFound(text, pieces, printed, intended)) return { text, placeholders: [...placeholders.values()] };
  }
}

/** What a program on the worker is told of the placeholders, as shell words: `VALUE_OF_ROBOT_ID=STRING:ROBOT_ID`. */
export function placeholderArguments({ placeholders }: PlaceholderText): string[] {
  return placeholders.map(({ word, use, name }) => `${word}=${use}:${name}`);
}

function addPlaceholder(placeholders: Map<string, Placeholder>, wanted: { name: string; use: string }, attempt: number): Placeholder {
  const key = `${wanted.use}:${wanted.name}`;
  const known = placeholders.get(key);
  if (known !== undefined) return known;
  const uses = [...placeholders.values()].filter((other) => other.name === wanted.name).length;
  const number = attempt + uses;
  const word = number === 1 ? `VALUE_OF_${wanted.name}` : `VALUE_${number}_OF_${wanted.name}`;
  const placeholder = { word, ...wanted };
  placeholders.set(key, placeholder);
  return placeholder;
}

/** Whether a reader finds every placeholder where it was put, and nowhere else. */
function isFound(text: string, pieces: readonly unknown[], printed: readonly string[], intended: readonly string[]): boolean {
  if (intended.length === 0) return true;
  const words = [...new Set(intended)].toSorted((left, right) => right.length - left.length);
  const found = [...text.matchAll(new RegExp(words.join('|'), 'g'))].map((match) => `${match.index} ${match[0]}`);
  const put: string[] = [];
  let offset = 0;
  printed.forEach((word, index) => {
    if (typeof pieces[index] !== 'string') put.push(`${offset} ${word}`);
    offset += word.length;
  });
  return found.length === put.length && found.every((entry, index) => entry === put[index]);
}
