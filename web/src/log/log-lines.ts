import { parseAnsi, plain, plainText, type AnsiPiece, type AnsiStyle } from './ansi.ts';

const checkpointDistance = 256;

/** The lines of a log, which only grow. Views read only the lines that they show. */
export class LogLines {
  readonly #lines: string[] = [];
  /** The style before every 256th line, so that a line far down knows its colours. */
  readonly #checkpoints: AnsiStyle[] = [plain];
  readonly #listeners = new Set<() => void>();
  #isComplete = false;

  get count(): number {
    return this.#lines.length;
  }

  /** Whether no line follows. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  append(lines: readonly string[]): void {
    for (const line of lines) this.#lines.push(line);
    if (lines.length > 0) this.#notify();
  }

  complete(): void {
    this.#isComplete = true;
    this.#notify();
  }

  /** The pieces of the lines from start to end, not including the end; both count from 0. */
  pieces(start: number, end: number): readonly (readonly AnsiPiece[])[] {
    let style = this.#styleBefore(start);
    return this.#lines.slice(start, end).map((line) => {
      const { pieces, after } = parseAnsi(line, style);
      style = after;
      return pieces;
    });
  }

  /** The indexes of lines from start that contain a text, in any case. */
  search(text: string, start = 0): readonly number[] {
    const wanted = text.toLowerCase();
    const found: number[] = [];
    for (let index = start; index < this.#lines.length; index++)
      if (plainText(this.#lines[index]!).toLowerCase().includes(wanted)) found.push(index);
    return found;
  }

  text(): string {
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
