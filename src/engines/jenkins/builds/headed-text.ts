import { HeadingGuard, headingPrefix, taskHeading } from '../../../store/executions/logs/task-headings.ts';
import { stepPrefix } from './log-unmarker.ts';

/**
 * The line before the first heading. Headings count only below it: without it, a script that shows the log of another
 * execution would change to whom its own lines belong.
 */
export const headingsBegin = `${headingPrefix}Headings name the tasks in blocks that print the lines below them.`;

/** A log with a heading wherever another task goes on, made from the texts of tasks in blocks and all other text. */
export class HeadedText {
  #hasHeadings = false;
  /** The path of the latest heading; undefined for the flow, or without one. */
  #path: string | undefined;
  /** The path of the latest text; undefined for text of no task in a block. */
  #source: string | undefined;
  #isLineStart = true;
  readonly #guards = { task: new HeadingGuard([headingPrefix, stepPrefix]), other: new HeadingGuard() } as const;

  /** The text of a task in a block. */
  ofTask(path: string, text: string): string {
    if (text === '') return '';
    return `${this.#switchTo(path)}${this.#heading(path)}${this.#added(this.#guards.task.push(text))}`;
  }

  /** Any other text. @param isAside whether it belongs to no task, so that the current heading remains valid */
  other(text: string, isAside: boolean): string {
    if (text === '') return '';
    if (!this.#hasHeadings) return this.#added(text);
    const before = this.#switchTo(undefined);
    return `${before}${isAside ? '' : this.#heading(undefined)}${this.#added(this.#guards.other.push(text))}`;
  }

  /** What is held back because a heading could begin there. The next text begins a line, under a new heading. */
  flush(): string {
    const held = this.#guard.end();
    this.#path = undefined;
    this.#isLineStart = true;
    return held;
  }

  get #guard(): HeadingGuard {
    return this.#source === undefined ? this.#guards.other : this.#guards.task;
  }

  #switchTo(source: string | undefined): string {
    if (source === this.#source) return '';
    const held = this.#added(this.#guard.end());
    this.#source = source;
    return `${held}${this.#lineEnd()}`;
  }

  #heading(path: string | undefined): string {
    const first = this.#hasHeadings ? '' : `${headingsBegin}\n`;
    if (path === this.#path && first === '') return '';
    this.#hasHeadings = true;
    this.#path = path;
    const held = this.#added(this.#guard.end());
    return `${held}${this.#lineEnd()}${first}${taskHeading(path)}`;
  }

  #lineEnd(): string {
    if (this.#isLineStart) return '';
    this.#isLineStart = true;
    return '\n';
  }

  #added(text: string): string {
    if (text !== '') this.#isLineStart = text.endsWith('\n');
    return text;
  }
}
