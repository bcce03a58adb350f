import { joinRanges, RangeList } from './range-list.ts';
import type { SecretSearch } from './secret-search.ts';
import type { TextAutomaton } from './text-automaton.ts';
import { ContinuedTrail, forgetSkips, openOf, type Trail } from './text-trail.ts';
import { endOfLine, LineStarts, lookBack, wrapsIn } from './wrapped-lines.ts';

// Strings that repeat themselves can continue in many ways at once. They limit the time for each character.
const maxPending = 4;
const maxTrails = 12;

/**
 * Searches for strings in the alphabet of base64, which tools wrap into lines. Programs that print these lines put
 * quotes, an indent, a time or their name around each of them, so a string continues wherever a word of the next line
 * begins.
 */
export class WrappedSearch implements SecretSearch {
  readonly found = new RangeList();
  readonly #automaton: TextAutomaton;
  /** The node after the text that was read, without skips. */
  #node = 0;
  #position = 0;
  /** The last characters that were read. */
  #tail = '';
  /** The end of the text so far, which was not read yet: it may be the suffix of a line. */
  #rest = '';
  #trails: ContinuedTrail[] = [];
  /** After a wrap, what can continue in the line that is read. */
  #pending: readonly Trail[] = [];
  #starts = new LineStarts();
  #startsFrom = 0;
  /** How many trails may still begin in that line. */
  #room = 0;
  #openAt = 0;
  /** The matches in the part that is read: those without skips, and those of each trail. */
  #lists = [new RangeList()];

  constructor(automaton: TextAutomaton) {
    this.#automaton = automaton;
  }

  get open(): number {
    return this.#openAt;
  }

  #plain(): Trail {
    return { node: this.#node, kept: this.#position, skips: undefined, match: undefined };
  }

  read(part: string): void {
    if (part === '') return;
    const from = this.#tail.length;
    const text = this.#tail + this.#rest + part;
    const end = endOfLine(text, text.length) ?? text.length;
    this.#rest = text.slice(end);
    const offset = this.#position - from;
    for (const wrap of wrapsIn(text, from)) {
      if (wrap.next > end) break;
      this.#advance(text, wrap.end, offset);
      this.#wrap(offset + wrap.next);
    }
    this.#advance(text, end, offset);
    this.#tail = text.slice(Math.max(0, end - lookBack), end);
    this.#collect();
    const trails = [this.#plain(), ...this.#trails, ...this.#pending];
    this.#openAt = Math.min(...trails.map((trail) => openOf(trail, this.#automaton)));
    for (const trail of trails) forgetSkips(trail, this.#openAt);
  }

  end(): void {
    this.#advance(this.#rest, this.#rest.length, this.#position);
    [this.#node, this.#tail, this.#rest, this.#trails, this.#pending] = [0, '', '', [], []];
    this.#collect();
    this.#openAt = this.#position;
  }

  /** Adds the matches of all trails, in their order. */
  #collect(): void {
    for (const { start, end } of joinRanges(this.#lists)) this.found.add(start, end);
    for (const trail of this.#trails) trail.found = new RangeList();
    this.#lists = [new RangeList(), ...this.#trails.map(({ found }) => found)];
  }

  /** Reads a text up to an index. */
  #advance(text: string, to: number, offset: number): void {
    const from = this.#position - offset;
    if (this.#pending.length > 0) this.#continue(text, to, offset);
    this.#node = this.#automaton.read(text, this.#node, [from, to], (end, length) =>
      this.#lists[0]?.add(offset + end - length, offset + end),
    );
    this.#position = offset + to;
    if (this.#trails.length > 0) this.#trails = this.#trails.filter((trail) => trail.read(text, to, offset));
  }

  /** Continues what is pending wherever it can continue in a text. */
  #continue(text: string, to: number, offset: number): void {
    let index = Math.max(this.#startsFrom, this.#position) - offset;
    for (; index < to && this.#starts.isOpen; index++) {
      if (!this.#starts.read(text.charCodeAt(index))) continue;
      for (const before of this.#pending) {
        const trail = new ContinuedTrail(this.#automaton, before, offset + index);
        if (this.#room === 0 || !trail.read(text, index + 1, offset)) continue;
        this.#room--;
        this.#trails.push(trail);
        this.#lists.push(trail.found);
      }
    }
    if (!this.#starts.isOpen) this.#pending = [];
  }

  /** Remembers what can continue after a line that was read. */
  #wrap(next: number): void {
    // A trail includes what begins in this line.
    const trails = this.#trails.length > 0 ? this.#trails : [this.#plain()];
    const open = trails.filter(({ node }) => this.#automaton.openLength(node) > 0);
    const pending = new Map(open.map(({ node, kept, skips, match }) => [node, { node, kept, skips, match }]));
    this.#pending = [...pending.values()].slice(0, maxPending);
    this.#starts = new LineStarts();
    this.#startsFrom = next;
    this.#room = maxTrails;
  }
}
