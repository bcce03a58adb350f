import {
  parseAnsi,
  plain,
  plainBeginning,
  plainText,
  type AnsiPiece,
  type AnsiStyle,
  type ParsedLine,
} from './ansi.ts';
import { levelCharacters, lineLevel, type LineLevel } from './line-level.ts';
import { LineTimes, type LineTime } from './line-times.ts';

const checkpointDistance = 256;
const maxParsed = 1_000;

/** The lines of a log, which only grow. Views read only the lines that they show. Lines count from 0. */
export class LogLines {
  /** When they were written. */
  readonly times = new LineTimes();
  readonly #lines: string[] = [];
  /** The style before every 256th line, from which the colours of later lines follow. */
  readonly #checkpoints: AnsiStyle[] = [plain];
  /** Recently read lines: a view reads the same ones again and again. */
  readonly #parsed = new Map<number, ParsedLine>();
  readonly #listeners = new Set<() => void>();
  #isComplete = false;

  get count(): number {
    return this.#lines.length;
  }

  /** Whether no line follows. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** @param times counted from the first of these lines */
  append(lines: readonly string[], times: readonly LineTime[] = []): void {
    for (const { line, at } of times) this.times.add({ line: this.count + line, at });
    for (const line of lines) this.#lines.push(line);
    if (lines.length > 0) this.#notify();
  }

  complete(): void {
    this.#isComplete = true;
    this.#notify();
  }

  /** A line in pieces of one style. */
  pieces(line: number): readonly AnsiPiece[] {
    let parsed = this.#parsed.get(line);
    if (parsed === undefined) {
      const before = this.#parsed.get(line - 1)?.after ?? this.#styleBefore(line);
      if (this.#parsed.size >= maxParsed) this.#parsed.clear();
      parsed = parseAnsi(this.#lines[line] ?? '', before);
      this.#parsed.set(line, parsed);
    }
    return parsed.pieces;
  }

  /** A line without escape sequences; empty if there is none. */
  text(line: number): string {
    return plainText(this.#lines[line] ?? '');
  }

  level(line: number): LineLevel | undefined {
    return lineLevel(plainBeginning(this.#lines[line] ?? '', levelCharacters));
  }

  /** All lines without escape sequences. */
  wholeText(): string {
    return this.#lines.map((line) => `${plainText(line)}\n`).join('');
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #styleBefore(index: number): AnsiStyle {
    const wanted = Math.floor(index / checkpointDistance);
    while (this.#checkpoints.length <= wanted) {
      const last = this.#checkpoints.length - 1;
      const style = this.#styleAfter(last * checkpointDistance, (last + 1) * checkpointDistance);
      this.#checkpoints.push(style);
    }
    return this.#styleAfter(wanted * checkpointDistance, index);
  }

  /** The style after the lines from a checkpoint on. */
  #styleAfter(checkpoint: number, end: number): AnsiStyle {
    let style = this.#checkpoints[checkpoint / checkpointDistance] ?? plain;
    for (let index = checkpoint; index < end; index++) {
      const line = this.#lines[index];
      if (line?.includes('\u001b[')) style = parseAnsi(line, style).after;
    }
    return style;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
