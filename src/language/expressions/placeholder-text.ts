import { escapeRegExp } from '../safe-patterns/escape-reg-exp.ts';
import { environmentName, type Reference } from './reference.ts';
import { stepName } from './reserved-names.ts';
import type { Template } from './template.ts';

/** A string in which a program on the agent replaces each placeholder with the value of a reference. */
export interface PlaceholderText {
  readonly text: string;
  /** In order of first occurrence. */
  readonly placeholders: readonly Placeholder[];
}

interface Placeholder {
  /** `VALUE_OF_ROBOT_ID` or `${ROBOT_ID}`, depending on the form. */
  readonly word: string;
  /** The environment variable of the value. */
  readonly name: string;
  /** How to write the value, in terms of the program that replaces it. */
  readonly use: string;
}

/**
 * The syntax of placeholders. A word starts with `start`, which no other form uses, and names its variable. Numbers
 * distinguish two uses of one variable, and a placeholder from the author's text.
 */
export interface PlaceholderForm {
  readonly start: string;
  word(name: string, number: number | undefined): string;
}

/** `VALUE_OF_ROBOT_ID`: an identifier in most languages, and never the start of an escape sequence. */
export const identifierForm: PlaceholderForm = {
  start: 'VALUE_',
  word: (name, number) => (number === undefined ? `VALUE_OF_${name}` : `VALUE_${number}_OF_${name}`),
};

/** `${ROBOT_ID}`, like references in shell code. */
export const shellForm: PlaceholderForm = {
  start: '${',
  word: (name, number) => (number === undefined ? `\${${name}}` : `\${${name}#${number}}`),
};

/**
 * Prints a template with placeholders, one for each value and use. The reader goes from left to right and matches the
 * longest placeholder. If it would find one in the author's text, or a longer one than intended (`VALUE_OF_A` before a
 * `B` and `VALUE_OF_AB`), each gets a number that the text does not contain. The same template always gives the same
 * text.
 * @param useOf called once for every reference, in order, with its index among the parts
 */
export function placeholderText(
  template: Template,
  form: PlaceholderForm,
  useOf: (reference: Reference, index: number) => string,
): PlaceholderText {
  const pieces = template.map((part, index) =>
    part.kind === 'text' ? part.text : { name: environmentName(part.reference), use: useOf(part.reference, index) },
  );
  return print(pieces, form, plainWords(form)) ?? print(pieces, form, numberedWords(form, pieces))!; // the text does not contain the numbers
}

/** The placeholders as shell words for a program on the agent: `VALUE_OF_ROBOT_ID=<use>:ROBOT_ID`. */
export function placeholderArguments({ placeholders }: PlaceholderText): string[] {
  return placeholders.map(({ word, use, name }) =>
    word.startsWith('$') ? `'${word}'=${use}:${stepName(name)}` : `${word}=${use}:${stepName(name)}`,
  );
}

type Piece = string | Omit<Placeholder, 'word'>;
type MakeWord = (name: string) => string;

/** Undefined if a reader would find other placeholders than were printed. */
function print(pieces: readonly Piece[], form: PlaceholderForm, makeWord: MakeWord): PlaceholderText | undefined {
  const placeholders = new Map<string, Placeholder>();
  const put: string[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else {
      const key = `${piece.use}:${piece.name}`;
      const placeholder = placeholders.get(key) ?? { word: makeWord(piece.name), ...piece };
      placeholders.set(key, placeholder);
      put.push(`${text.length} ${placeholder.word}`);
      text += placeholder.word;
    }
  }
  const found = findWords(
    text,
    form.start,
    [...placeholders.values()].map(({ word }) => word),
  );
  const isRight = found.length === put.length && found.every((place, index) => place === put[index]);
  return isRight ? { text, placeholders: [...placeholders.values()] } : undefined;
}

function findWords(text: string, start: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const longestFirst = words.toSorted((left, right) => right.length - left.length);
  const ends = longestFirst.map((word) => escapeRegExp(word.slice(start.length)));
  const pattern = new RegExp(`${escapeRegExp(start)}(?:${ends.join('|')})`, 'g');
  return [...text.matchAll(pattern)].map((match) => `${match.index} ${match[0]}`);
}

/** Words without a number, except for further uses of a value. */
function plainWords(form: PlaceholderForm): MakeWord {
  const uses = new Map<string, number>();
  return (name) => {
    const use = (uses.get(name) ?? 0) + 1;
    uses.set(name, use);
    return form.word(name, use === 1 ? undefined : use);
  };
}

/** No two words have the same number, so that none is a prefix of another. */
function numberedWords(form: PlaceholderForm, pieces: readonly Piece[]): MakeWord {
  const taken = new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? (piece.match(/\d+/g) ?? []) : [])));
  let number = 0;
  return (name) => {
    do number++;
    while (taken.has(String(number)));
    return form.word(name, number);
  };
}
