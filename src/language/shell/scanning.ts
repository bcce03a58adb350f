import type { TextRange } from '../../base/problem/problem.ts';
import type { CodeReader } from './command-line.ts';
import type { HereDocument } from './here-document.ts';
import type { ShellCursor } from './shell-cursor.ts';
import type { Frame } from './shell-frame.ts';

/** A place where a reference does not do what its author expects. */
export type ShellPlace = 'unquoted' | 'code' | 'single quotes' | 'quoted here-document' | 'arithmetic';

export interface PlaceFound {
  readonly place: ShellPlace;
  readonly range: TextRange;
  /** The program that runs it as code. */
  readonly reader?: CodeReader;
}

/** A here-document, and the program that runs it as code. */
export interface ReadDocument extends HereDocument {
  readonly reader: CodeReader | undefined;
}

/** The state that the steps of the scanner share. */
export interface Scanning {
  readonly cursor: ShellCursor;
  /** Names that `declare -A` makes associative arrays, whose subscripts are strings. */
  readonly associative: Set<string>;
  /** The here-documents whose bodies start after this line. */
  readonly documents: ReadDocument[];
  /** The innermost frame. */
  top(): Frame;
  open(frame: Frame): void;
  openArithmetic(around: Frame): void;
  /** Opens the subscript of an array, in the innermost frame. */
  openSubscript(name: string): void;
  close(): void;
  readBodies(): void;
  report(place: ShellPlace, range: TextRange, reader?: CodeReader): void;
  /** Reports the references in a single-quoted string that ends here. */
  reportSingleQuotes(start: number, frame: Frame): void;
  /** Discards all problems after the first `count`. */
  forget(count: number): void;
}
