import { parseTemplate, referenceOf, type ReferenceText } from '../expressions/parse-template.ts';
import { environmentName } from '../expressions/reference.ts';
import type { Template } from '../expressions/template.ts';

/** The meaning of a piece, for the code that prints it into a Jenkinsfile or evaluates it in the local engine. */
export type PieceNode =
  | { readonly kind: 'text'; readonly text: string }
  /** Source for a shell, in which each value is a word. */
  | { readonly kind: 'shell'; readonly code: string }
  /** A string in which the references are replaced when the task starts. */
  | { readonly kind: 'message'; readonly template: Template }
  /** Strings, each on a line of its own. */
  | { readonly kind: 'lines'; readonly items: readonly Piece[] }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** The value of a name when the task runs, which has been checked by then. */
  | { readonly kind: 'numberValue'; readonly name: string; readonly fallback: number | undefined }
  | { readonly kind: 'booleanValue'; readonly name: string; readonly fallback: boolean }
  | { readonly kind: 'list'; readonly items: readonly Piece[] }
  | { readonly kind: 'map'; readonly entries: Readonly<Record<string, Piece>> }
  /** The text of a program of the task type: the name of its file. */
  | { readonly kind: 'program'; readonly file: string };

// Set by the class, as in groovy-code.ts.
let make: (node: PieceNode) => Piece;
let isMade: (value: unknown) => value is Piece;
let read: (piece: Piece) => PieceNode;

/**
 * A value that a task module passes to its template and to the local engine. It is an object that only the functions of
 * this file create, not a string: so an author's string can never take the place of Groovy, even in a module that was
 * not type-checked.
 */
class Piece {
  readonly #node: PieceNode;

  private constructor(node: PieceNode) {
    this.#node = node;
    Object.freeze(this);
  }

  static {
    make = (node) => new Piece(Object.freeze(node));
    isMade = (value): value is Piece => typeof value === 'object' && value !== null && #node in value;
    read = (piece) => piece.#node;
    Reflect.deleteProperty(Piece.prototype, 'constructor');
    Object.freeze(Piece.prototype);
  }
}

// Only the type: the class itself is private to this file.
export type { Piece };

export function isPiece(value: unknown): value is Piece {
  return isMade(value);
}

/** @throws {TypeError} for anything else, in particular strings */
export function nodeOf(piece: unknown): PieceNode {
  if (!isMade(piece)) throw new TypeError(`Expected a piece; found a value of type ${typeof piece}`);
  return read(piece);
}

/** A string as it is. */
export function text(value: string): Piece {
  if (typeof value !== 'string') throw new TypeError(`Expected a string; found a value of type ${typeof value}`);
  return make({ kind: 'text', text: value });
}

/** For shell-code.ts, which decides what is code. */
export function shellPiece(code: string): Piece {
  return make({ kind: 'shell', code });
}

/** A string property in which the references are replaced when the task starts; scripts expand theirs themselves. */
export function message(value: string): Piece {
  return make({ kind: 'message', template: parseTemplate(value).template });
}

/** The same for a list of string properties; undefined without a list. */
export function messages(values: readonly string[] | undefined): Piece | undefined {
  return values && list(values.map(message));
}

/** The same as one string with a line for each item. */
export function messageLines(values: readonly string[]): Piece {
  return make({ kind: 'lines', items: values.map(message) });
}

/**
 * A number property: the number, or the value of a reference when the task runs.
 * @param fallback the default of the property, for a reference without a value
 */
export function number(value: number | ReferenceText, fallback?: number): Piece {
  const name = variableOf(value);
  if (name !== undefined) return make({ kind: 'numberValue', name, fallback });
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new TypeError(`Expected a number; found a value of type ${typeof value}`);
  return make({ kind: 'number', value });
}

/** The same for a boolean property. */
export function boolean(value: boolean | ReferenceText, fallback = false): Piece {
  const name = variableOf(value);
  if (name !== undefined) return make({ kind: 'booleanValue', name, fallback });
  // A module that was not type-checked may pass a string.
  if (typeof value !== 'boolean') throw new TypeError(`Expected a boolean; found a value of type ${typeof value}`);
  return make({ kind: 'boolean', value });
}

export function list(items: readonly Piece[]): Piece {
  for (const item of items) nodeOf(item);
  return make({ kind: 'list', items: Object.freeze([...items]) });
}

/** Leaves out entries without a value. */
export function map(entries: Readonly<Record<string, Piece | undefined>>): Piece {
  const given = Object.entries(entries).filter((entry): entry is [string, Piece] => entry[1] !== undefined);
  for (const [, piece] of given) nodeOf(piece);
  return make({ kind: 'map', entries: Object.freeze(Object.fromEntries(given)) });
}

/** The text of a program next to the module, by its file name: `docker-run.support.sh`. */
export function program(file: string): Piece {
  return make({ kind: 'program', file });
}

function variableOf(value: unknown): string | undefined {
  const reference = typeof value === 'string' ? referenceOf(value) : undefined;
  return reference && environmentName(reference);
}
