import { readHeading } from '../../../store/executions/logs/task-headings.ts';
import { headingsBegin } from './headed-text.ts';

/** The current heading of a build's log; a step of the pipeline does not end it. */
export class LogHeadings {
  #areValid = false;
  #path: string | undefined;

  /** The task in a block that prints; undefined outside of them. */
  get path(): string | undefined {
    return this.#path;
  }

  /** @returns whether the line is a heading */
  push(line: string): boolean {
    if (line === headingsBegin) {
      this.#areValid = true;
      return true;
    }
    const path = this.#areValid ? readHeading(line) : undefined;
    if (path === undefined) return false;
    this.#path = path ?? undefined;
    return true;
  }

  /** After a part of the log that is missing, headings may have begun. */
  reset(): void {
    this.#areValid = true;
    this.#path = undefined;
  }

  copy(): LogHeadings {
    const copy = new LogHeadings();
    copy.#areValid = this.#areValid;
    copy.#path = this.#path;
    return copy;
  }
}
