import { markStart, readHeading, readMarkedLine } from './log-marks.ts';

/** A part of a build's log: of one print run, or of Jenkins and of tasks outside blocks. */
export interface LogPiece {
  /**
   * `task`: lines of a task in a block, without their marks. `step`: lines with which Jenkins reports the steps of the
   * pipeline. `end`: the step after which no task can print. `other`: all other lines.
   */
  readonly kind: 'task' | 'step' | 'end' | 'other';
  readonly text: string;
  /** The run of a task that printed the text. */
  readonly run?: PrintRun;
}

export interface PrintRun {
  readonly number: number;
  /** The path of the task. */
  readonly path: string;
}

/** The prefix of lines with which Jenkins reports the steps of a pipeline. */
export const stepPrefix = '[Pipeline] ';
const lastStep = `${stepPrefix}End of Pipeline`;
const incompleteMark = /^\[(?:f(?:g(?: \d{0,9}\]?)?)?)?$/;
// Longer than a mark with any path.
const maxHeading = 8 * 1024;

/**
 * Sorts the text of a build's log by the marks of its lines (log-marks.ts). Neighbouring lines of the same kind come in
 * one piece; apart from that, the pieces do not depend on the chunks in which the text arrives. Text without marks comes
 * out unchanged.
 */
export class LogUnmarker {
  readonly #runs: Map<number, PrintRun>;
  /** The beginning of a line that is not sorted yet. */
  #held = '';
  /** What the current line belongs to, if a part of it was sorted. */
  #line: Omit<LogPiece, 'text'> | undefined;
  #pieces: LogPiece[] = [];

  /** @param known an unmarker that has read the log up to a part that is missing; its print runs can go on */
  constructor(known?: LogUnmarker) {
    this.#runs = new Map(known === undefined ? [] : known.#runs);
  }

  push(text: string): readonly LogPiece[] {
    const all = this.#held + text;
    this.#held = '';
    for (let at = this.#runs.size === 0 ? this.#takeUnmarked(all) : 0; at < all.length;) at = this.#takeLine(all, at);
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** The text that was held back; what is pushed afterwards begins a line. */
  end(): readonly LogPiece[] {
    const held = this.#held;
    this.#held = '';
    this.#line = undefined;
    return held === '' ? [] : [{ kind: 'other', text: held }];
  }

  /** Takes the text before the first line that can have a mark. @returns its length */
  #takeUnmarked(all: string): number {
    const isLineStart = this.#line === undefined;
    const feed = isLineStart && all.startsWith(markStart) ? -1 : all.indexOf(`\n${markStart}`);
    const hasMark = feed >= 0 || (isLineStart && all.startsWith(markStart));
    const lastLine = all.lastIndexOf('\n') + 1;
    const isUndecided = (lastLine > 0 || isLineStart) && incompleteMark.test(all.slice(lastLine));
    const end = hasMark ? feed + 1 : isUndecided ? lastLine : all.length;
    if (end > 0) {
      this.#line = all[end - 1] === '\n' ? undefined : { kind: 'other' };
      this.#add({ kind: 'other', text: all.slice(0, end) });
    }
    if (hasMark) return end;
    this.#held = all.slice(end);
    return all.length;
  }

  /** @returns the index after the text that was taken */
  #takeLine(all: string, at: number): number {
    const feed = all.indexOf('\n', at);
    const end = feed === -1 ? all.length : feed + 1;
    const text = all.slice(at, end);
    const piece = this.#line === undefined ? this.#sort(text, feed >= 0) : { ...this.#line, text };
    if (piece === 'undecided') this.#held = text;
    else if (piece !== 'heading') {
      this.#add(piece);
      this.#line = feed >= 0 ? undefined : { kind: piece.kind, ...(piece.run && { run: piece.run }) };
    }
    return end;
  }

  /** @param text a line from its beginning on; with its line feed if it is complete */
  #sort(text: string, isComplete: boolean): LogPiece | 'heading' | 'undecided' {
    const line = isComplete ? text.slice(0, -1) : text;
    if (!isComplete && (incompleteMark.test(line) || lastStep.startsWith(line))) return 'undecided';
    const marked = line.startsWith(markStart) ? readMarkedLine(line) : undefined;
    const run = marked && this.#runs.get(marked.run);
    if (run !== undefined) return { kind: 'task', text: text.slice(line.length - marked!.text.length), run };
    if (marked !== undefined && !isComplete && line.length <= maxHeading) return 'undecided';
    // A number is known from its heading; without one, a script has printed a line that only looks marked.
    const path = marked && isComplete ? readHeading(marked.text) : undefined;
    if (path) {
      this.#runs.set(marked!.run, { number: marked!.run, path });
      return 'heading';
    }
    return { kind: line === lastStep ? 'end' : line.startsWith(stepPrefix) ? 'step' : 'other', text };
  }

  #add(piece: LogPiece): void {
    if (piece.text === '') return;
    const last = this.#pieces.at(-1);
    if (last?.kind !== piece.kind || last.run !== piece.run) this.#pieces.push(piece);
    else this.#pieces[this.#pieces.length - 1] = { ...last, text: last.text + piece.text };
  }
}
