import type { TextSink } from './command.ts';
import { logText, visibleText } from './terminal-text.ts';

/**
 * The way of commands to standard output and standard error. What is printed may come from a server, and what it holds must not
 * speak to the reader's terminal: control characters are made visible, but for line breaks and tabs.
 */
export class Printer implements TextSink {
  readonly #sink: TextSink;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  write(text: string): void {
    this.#sink.write(visibleText(text));
  }

  /** A document for other programs, byte for byte, but where a person reads it. */
  writeDocument(text: string): void {
    this.#sink.write(this.#isTerminal ? visibleText(text) : text);
  }

  /** Whole lines of a log, on a terminal in their colours. */
  writeLog(lines: string): void {
    this.#sink.write(logText(lines, { isColoured: this.#isTerminal }));
  }

  get #isTerminal(): boolean {
    return this.#sink.isTTY === true;
  }
}
