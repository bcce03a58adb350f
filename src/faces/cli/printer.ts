import type { Environment } from '../../base/config/environment.ts';
import { LiveText } from './live-text.ts';
import { logText, visibleText, withoutControls } from './terminal-text.ts';

export interface TextSink {
  write(text: string): unknown;
  /** Whether the output goes to a terminal. */
  readonly isTTY?: boolean;
  /** The width of the terminal. */
  readonly columns?: number;
}

/**
 * Writes the output of commands. Output can come from a server, which must not control the reader's terminal: control
 * characters other than line breaks and tabs are made visible.
 */
export class Printer implements TextSink {
  /** Whether the output is shown with colours. */
  readonly isColoured: boolean;
  readonly #sink: TextSink;
  readonly #live: LiveText;

  constructor(sink: TextSink, isColoured = sink.isTTY === true) {
    this.#sink = sink;
    this.isColoured = isColoured;
    this.#live = new LiveText(isColoured);
  }

  write(text: string): void {
    this.#sink.write(visibleText(text));
  }

  /** Writes each text as a line; makes line breaks in it visible too. */
  writeLines(...lines: readonly string[]): void {
    this.#sink.write(lines.map((line) => `${withoutControls(line)}\n`).join(''));
  }

  /** Writes a message for people about the command itself. */
  writeMessage(message: string): void {
    this.write(`flowgate: ${message}\n`);
  }

  /** Writes a document unchanged to files and pipes; on a terminal, makes control characters visible. */
  writeDocument(text: string): void {
    this.#sink.write(this.isTTY ? visibleText(text) : text);
  }

  /** Writes complete lines of a log, with their colours if colours are shown. */
  writeLog(lines: string): void {
    this.#sink.write(logText(lines, { isColoured: this.isColoured }));
  }

  /** Writes a piece of the output of a program on this machine: unchanged to files and pipes, else as a log. */
  writeLive(piece: string): void {
    const shown = this.#live.push(piece);
    const text = this.isTTY ? shown : piece;
    if (text !== '') this.#sink.write(text);
  }

  /**
   * Ends the last line of that output on a terminal.
   * @param isShared whether other text is written to the same file or pipe too
   */
  endLive({ isShared }: { readonly isShared: boolean }): void {
    const rest = this.#live.end();
    const text = this.isTTY ? rest : isShared && rest !== '' ? '\n' : '';
    if (text !== '') this.#sink.write(text);
  }

  /** Clears a terminal. */
  clear(): void {
    if (this.isTTY) this.#sink.write('\u001b[H\u001b[2J');
  }

  /** The width of the terminal; undefined for files and pipes. */
  get columns(): number | undefined {
    return this.isTTY ? this.#sink.columns : undefined;
  }

  get isTTY(): boolean {
    return this.#sink.isTTY === true;
  }
}

/**
 * Whether output is coloured: never with NO_COLOR, else as FORCE_COLOR says, else on a terminal.
 * @param isTerminal of this stream; standard output and standard error can differ
 */
export function showsColours(
  { NO_COLOR: no, FORCE_COLOR: force, TERM: term }: Environment,
  isTerminal: boolean,
): boolean {
  if (no !== undefined && no !== '') return false;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && term !== 'dumb';
}
