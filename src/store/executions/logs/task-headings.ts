/*
 * The headings of a log: lines that tell which task printed the lines below them. Engines write them where tasks print at
 * the same time, or everywhere.
 */

const start = '[Flowgate] ';
const taskStart = `${start}task `;

/** The prefix of each heading. */
export const headingPrefix = start;
/** The heading of lines that no task has printed. */
const flowHeading = `${start}flow`;

/**
 * The line that starts the output of a task; undefined for the flow itself.
 * @param isCall whether it is a task that calls a flow: its lines are then those of the called flow
 */
export function taskHeading(path: string | undefined, isCall = false): string {
  return path === undefined ? `${flowHeading}\n` : `${taskStart}${path}${isCall ? '/' : ''}\n`;
}

/** @returns the path, with a `/` at its end for a call; null for the flow itself; undefined for any other line */
export function readHeading(line: string): string | null | undefined {
  if (line === flowHeading) return null;
  return line.startsWith(taskStart) ? line.slice(taskStart.length) : undefined;
}

/**
 * Text for a log with headings, in pieces of any size: a line that looks like a heading is indented by a space, so that
 * no task can show or hide the output of another by printing one.
 */
export class HeadingGuard {
  readonly #prefixes: readonly string[];
  #isLineStart = true;
  /** The beginning of the current line while it can still become a heading. */
  #held = '';

  /** @param prefixes of the lines to indent */
  constructor(prefixes: readonly string[] = [start]) {
    this.#prefixes = prefixes;
  }

  /** @returns the text that can be logged so far */
  push(piece: string): string {
    const before = this.#isLineStart ? '\n' : '';
    let text = `${before}${this.#held}${piece}`;
    for (const prefix of this.#prefixes) text = text.replaceAll(`\n${prefix}`, `\n ${prefix}`);
    const lineStart = text.lastIndexOf('\n') + 1;
    const line = text.slice(lineStart);
    this.#isLineStart = lineStart > 0 && this.#prefixes.some((prefix) => prefix.startsWith(line));
    this.#held = this.#isLineStart ? line : '';
    return text.slice(before.length, text.length - this.#held.length);
  }

  /** @returns the text that was held back; the next piece begins a line */
  end(): string {
    const held = this.#held;
    this.#held = '';
    this.#isLineStart = true;
    return held;
  }
}
