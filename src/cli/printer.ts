import type { TextSink } from './command.ts';
import { logText, visibleText } from './terminal-text.ts';

/**
 * Writes the output of commands. Output can come from a server, which must not control the reader's terminal: control
 * characters other than line breaks and tabs are made visible.
 */
export class Printer implements TextSink {
  readonly #sink: TextSink;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  write(text: string): void {
    this.#sink.write(visibleText(text));
  }

  /** Writes a document unchanged to files and pipes; on a terminal, makes control characters visible. */
  writeDocument(text: string): void {
    this.#sink.write(this.isTTY ? visibleText(text) : text);
  }

  /** Writes complete lines of a log, with their colours on a terminal. */
  writeLog(lines: string): void {
    this.#sink.write(logText(lines, { isColoured: this.isTTY }));
  }

  get isTTY(): boolean {
    return this.#sink.isTTY === true;
  }
}
