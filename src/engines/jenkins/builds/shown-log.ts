import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SecretMask, TextMask } from '../../../base/masking/secret-mask.ts';
import { firstBytes } from '../../../language/execution-plan/log-limits.ts';
import { taskHeading } from '../../../store/executions/logs/task-headings.ts';
import { HeadedText } from './headed-text.ts';
import { LogUnmarker, type LogPiece, type PrintRun } from './log-unmarker.ts';

// Sorting and masking this many characters takes a few milliseconds; each piece takes as long as some characters more.
const maxPart = 64 * 1024;
const pieceCost = 128;
/** So many print runs at a time keep their masks, which is faster than making new ones. */
const maxKept = 64;

/**
 * The log of a build as users see it: with headings instead of the marks of tasks in blocks, and masked. Each print run is
 * masked as a text of its own, because lines of others can stand between the lines of a secret. The result does not
 * depend on the chunks in which the log arrives.
 */
export class ShownLog {
  readonly #mask: SecretMask;
  /** The mask of all text that no task in a block has printed. */
  readonly #otherMask: TextMask;
  readonly #unmarker: LogUnmarker;
  readonly #headed = new HeadedText();
  /** The masks of the latest print runs, and of those that hold back text, by the number of the run. */
  readonly #runs = new Map<number, { readonly mask: TextMask; readonly run: PrintRun }>();
  /** Whether text is held back that is not only about steps of the pipeline. */
  #isHoldingOther = false;
  /** How many bytes fit, before they are masked. */
  #room: number;
  #lastPath: string | undefined;
  /** What did not fit. */
  #left: LogPiece[] = [];
  #sinceTurn = 0;

  /** @param room the limit in bytes, without marks, with headings, before the text is masked; none by default */
  constructor(mask: SecretMask, { room = Infinity, unmarker = new LogUnmarker() } = {}) {
    this.#mask = mask;
    this.#otherMask = mask.stream();
    this.#room = room;
    this.#unmarker = unmarker;
  }

  /** Whether there is text that does not fit. */
  get isFull(): boolean {
    return this.#left.length > 0;
  }

  /** @returns the text that can be shown so far */
  async push(text: string): Promise<string> {
    await this.#mask.prepare();
    let shown = '';
    for (let start = 0; start < text.length; start += maxPart)
      shown += await this.#show(this.#unmarker.push(text.slice(start, start + maxPart)));
    return shown;
  }

  /** The text that is held back because its line may have a mark. What is pushed afterwards begins a line. */
  flush(): Promise<string> {
    return this.#show(this.#unmarker.end());
  }

  /** The text that did not fit, without a limit from here on. It begins a line, with headings of its own. */
  async resume(): Promise<string> {
    const left = this.#left;
    this.#left = [];
    this.#room = Infinity;
    const held = this.#headed.flush();
    return held + (await this.#show(left));
  }

  /** The rest of the text. */
  async end(): Promise<string> {
    return `${await this.flush()}${this.#endRuns()}${this.#headed.other(this.#otherMask.end(), false)}${this.#headed.flush()}`;
  }

  /** Shows a complete text of the same log from a later line on. */
  async wholeOf(text: string): Promise<string> {
    const other = new ShownLog(this.#mask, { unmarker: new LogUnmarker(this.#unmarker) });
    return (await other.push(text)) + (await other.end());
  }

  async #show(pieces: readonly LogPiece[]): Promise<string> {
    let shown = '';
    for (const piece of pieces) {
      const fitting = this.#fit(piece);
      if (fitting.text === '') continue;
      shown += fitting.run === undefined ? this.#other(fitting) : this.#ofTask(fitting.run, fitting.text);
      this.#sinceTurn += fitting.text.length + pieceCost;
      if (this.#sinceTurn < maxPart) continue;
      this.#sinceTurn = 0;
      await nextTurn();
    }
    return shown;
  }

  /** The part of a piece that fits; keeps the rest. */
  #fit(piece: LogPiece): LogPiece {
    if (this.#room === Infinity) return piece;
    if (this.isFull) {
      this.#left.push(piece);
      return { ...piece, text: '' };
    }
    const isHeaded = piece.kind !== 'step' && piece.run?.path !== this.#lastPath;
    if (isHeaded) {
      this.#lastPath = piece.run?.path;
      this.#room -= Buffer.byteLength(taskHeading(this.#lastPath));
    }
    const bytes = Buffer.byteLength(piece.text);
    const text = bytes <= this.#room ? piece.text : firstBytes(piece.text, Math.max(0, this.#room));
    if (text.length < piece.text.length) this.#left.push({ ...piece, text: piece.text.slice(text.length) });
    this.#room -= bytes;
    return { ...piece, text };
  }

  #ofTask(run: PrintRun, text: string): string {
    const known = this.#runs.get(run.number);
    if (known !== undefined) return this.#headed.ofTask(run.path, known.mask.push(text));
    const before = this.#forgetSome(run);
    const mask = this.#mask.stream();
    this.#runs.set(run.number, { mask, run });
    return before + this.#headed.ofTask(run.path, mask.push(text));
  }

  /** Ends earlier runs of a task, which prints one after the other, and forgets others that hold nothing back. */
  #forgetSome({ path }: PrintRun): string {
    let shown = '';
    for (const each of this.#runs.values())
      if (each.run.path === path || (this.#runs.size >= maxKept && !each.mask.isHolding)) shown += this.#endRun(each);
    return shown;
  }

  #other({ kind, text }: LogPiece): string {
    const before = kind === 'end' ? this.#endRuns() : '';
    const isAside = kind === 'step' && !this.#isHoldingOther;
    const masked = this.#otherMask.push(text);
    this.#isHoldingOther = this.#otherMask.isHolding && !isAside;
    return `${before}${this.#headed.other(masked, isAside)}`;
  }

  #endRuns(): string {
    return [...this.#runs.values()].map((each) => this.#endRun(each)).join('');
  }

  #endRun({ mask, run }: { readonly mask: TextMask; readonly run: PrintRun }): string {
    this.#runs.delete(run.number);
    return this.#headed.ofTask(run.path, mask.end());
  }
}
