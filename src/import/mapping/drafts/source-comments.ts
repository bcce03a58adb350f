import type { Comment, GroovyFile, Span } from '../../groovy/syntax.ts';
import { changeList, taskLists, type DraftTask, type FlowDraft } from './draft-flow.ts';
import { allTasks, tasksInside, withInside } from './walk-tasks.ts';

/** The comments of a source, each of which is given away once, so that the flow keeps them where they stood. */
export class SourceComments {
  readonly #text: string;
  readonly #left: Comment[];
  readonly #waiting: string[] = [];

  constructor({ text, comments }: Pick<GroovyFile, 'text' | 'comments'>) {
    this.#text = text;
    this.#left = comments.toSorted((a, b) => a.start - b.start);
  }

  /** The comments directly above a place, with only white space between, as lines without their marks. */
  above({ start: offset }: Span): readonly string[] {
    const behind = this.#firstFrom(offset);
    let first = behind;
    for (let end = offset; first > 0; first--) {
      const comment = this.#left[first - 1];
      if (comment === undefined || comment.end > end) break;
      if (this.#text.slice(comment.end, end).trim() !== '' || !this.#standsAlone(comment)) break;
      end = comment.start;
    }
    return this.#take(first, behind);
  }

  /** The comments up to an offset that nobody took, and those after it on the same line. */
  until(offset: number): readonly string[] {
    const lineEnd = this.#text.indexOf('\n', offset);
    const end = lineEnd === -1 ? this.#text.length : lineEnd;
    return [...this.#waiting.splice(0), ...this.#take(0, this.#firstFrom(end))];
  }

  /** Returns lines that `above` gave for a statement which became no task: they go to the next one. */
  giveBack(lines: readonly string[]): void {
    this.#waiting.push(...lines);
  }

  /** The comments at the start of the source, up to the first statement. */
  header(offset: number): readonly string[] {
    return this.#take(0, this.#firstFrom(offset));
  }

  /** Forgets the comments inside a place, whose source is kept whole. */
  drop(span: Span): void {
    this.#take(this.#firstFrom(span.start), this.#firstFrom(span.end));
  }

  /** The index of the first comment that is left which starts at an offset or behind it. */
  #firstFrom(offset: number): number {
    let [first, last] = [0, this.#left.length];
    while (first < last) {
      const middle = Math.floor((first + last) / 2);
      if ((this.#left[middle]?.start ?? Infinity) < offset) first = middle + 1;
      else last = middle;
    }
    return first;
  }

  #take(from: number, to: number): readonly string[] {
    return this.#left.splice(from, to - from).flatMap(({ text }) => linesOf(text));
  }

  #standsAlone(comment: Comment): boolean {
    const lineStart = this.#text.lastIndexOf('\n', comment.start - 1) + 1;
    return this.#text.slice(lineStart, comment.start).trim() === '';
  }
}

/** The words of a comment, without `//`, `/*` and the stars at the starts of its lines. */
function linesOf(text: string): readonly string[] {
  if (/^#!|^\/\/ ?Jenkinsfile \(Declarative/.test(text)) return [];
  const inner = text.startsWith('//') ? text.slice(2) : text.replace(/^\/\*+/, '').replace(/\*+\/$/, '');
  const lines = inner.split(/\r?\n/).map((line) => line.replace(/^\s*\* ?/, ' ').trimEnd());
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1).map((line) => line.replace(/^ /, ''));
}

/** Gives each comment that no statement took to the first task behind it; returns those behind the last task. */
export function placeComments(flow: FlowDraft, comments: SourceComments, end: number): readonly string[] {
  // The description of a task that is by hand contains the comments of its source.
  for (const { isSource, span } of allTasks(flow)) if (isSource === true) comments.drop(span);
  for (const list of taskLists) changeList(flow, list, (tasks) => tasks.map((task) => withComments(task, comments)));
  return comments.until(end);
}

function withComments(task: DraftTask, comments: SourceComments): DraftTask {
  const isLeaf = tasksInside(task).length === 0;
  const own = comments.until(isLeaf ? task.span.end : task.span.start);
  const withOwn = own.length === 0 ? task : { ...task, comments: [...task.comments, ...own] };
  return withInside(withOwn, (tasks) => tasks.map((inner) => withComments(inner, comments)));
}
