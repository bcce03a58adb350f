import { isWithin, repeatsCall } from '../../language/execution-plan/task-path.ts';
import type { FinalState } from '../../lifecycle/execution-state.ts';
import type { Calls, LinePicker, LogLines } from '../../store/executions/logs/line-picker.ts';
import { HeadingGuard, headingPrefix, readHeading } from '../../store/executions/logs/task-headings.ts';

const end = `${headingPrefix}end`;
const endLine = 'Finished: ';

/** The prefixes of lines that are relevant to the pickers. */
const prefixes: readonly string[] = [headingPrefix, endLine];

/** The lines of a log, by its headings. */
export const headedLines: LogLines = {
  ofTask: (path) => new HeadedTaskLines(path),
  ofFlow: (calls) => new HeadedOwnLines(calls),
};

/** The end of the log: why the execution did not succeed, and its state. The reason may contain what a person wrote. */
export function logEnd(state: FinalState, reason: string | undefined): string {
  const why = reason === undefined ? '' : new HeadingGuard(prefixes).push(`${reason}\n`);
  return `${end}\n${why}${endLine}${state}\n`;
}

/** @returns as `readHeading`; null for the end of the log too */
function pathOf(line: string): string | null | undefined {
  return line === end ? null : readHeading(line);
}

/** Selects the lines of one task, or of the tasks inside it, in the log of a local execution. */
export class HeadedTaskLines implements LinePicker {
  readonly prefixes = prefixes;
  readonly #path: string;
  #isInside = false;

  /** @param path of a task, or of an item of a loop */
  constructor(path: string) {
    this.#path = path;
  }

  take(line: string): boolean {
    const path = pathOf(line);
    if (path === undefined) return this.#isInside;
    this.#isInside = path !== null && isWithin(path, this.#path);
    return false;
  }

  copy(): LinePicker {
    const copy = new HeadedTaskLines(this.#path);
    copy.#isInside = this.#isInside;
    return copy;
  }
}

/** Removes the output of called flows from the log of a local execution. */
export class HeadedOwnLines implements LinePicker {
  readonly prefixes = prefixes;
  readonly #calls: Calls;
  #isInside = true;
  #isOver = false;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  take(line: string): boolean {
    // The reason may name a task of a called flow.
    if (this.#isOver) return line.startsWith(endLine);
    this.#isOver = line === end;
    const path = pathOf(line);
    if (path !== undefined) this.#isInside = path === null || !repeatsCall(path, this.#calls);
    return this.#isInside;
  }

  copy(): LinePicker {
    const copy = new HeadedOwnLines(this.#calls);
    copy.#isInside = this.#isInside;
    copy.#isOver = this.#isOver;
    return copy;
  }
}
