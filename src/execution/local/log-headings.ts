import type { FinalState } from '../record/execution-state.ts';
import type { LinePicker } from '../builds/log-line-filters.ts';

// A script can print such a line too: headings are for reading only; states and times come from the record.
const start = '[Flowgate] ';
const general = `${start}flow`;
const end = `${start}end`;
const endLine = 'Finished: ';

/**
 * The line in the log of a local execution that starts the output of a task; undefined for the flow itself.
 * @param isCall whether it is a task that calls a flow: its lines are then those of the called flow
 */
export function taskHeading(path: string | undefined, isCall: boolean): string {
  return path === undefined ? `${general}\n` : `${start}task ${path}${isCall ? '/' : ''}\n`;
}

/** The end of the log: why the execution did not succeed, and its state. */
export function logEnd(state: FinalState, reason: string | undefined): string {
  return `${end}\n${reason === undefined ? '' : `${reason}\n`}${endLine}${state}\n`;
}

/** @returns the path, with a `/` at its end for a call; null for the flow itself; undefined for any other line */
function pathOf(line: string): string | null | undefined {
  if (line === general || line === end) return null;
  return /^\[Flowgate\] task (\S+)$/.exec(line)?.[1];
}

/** Selects the lines of one task, or of the tasks that it calls, in the log of a local execution. */
export class HeadedTaskLines implements LinePicker {
  readonly #path: string;
  #isInside = false;

  /** @param path the id of the task; in a subflow `build/image` */
  constructor(path: string) {
    this.#path = path;
  }

  take(line: string): boolean {
    const path = pathOf(line);
    if (path === undefined) return this.#isInside;
    this.#isInside = path === this.#path || path?.startsWith(`${this.#path}/`) === true;
    return false;
  }
}

/** Removes the output of called flows from the log of a local execution. */
export class HeadedOwnLines implements LinePicker {
  #isInside = true;
  #isOver = false;

  take(line: string): boolean {
    // The reason may name a task of a called flow.
    if (this.#isOver) return line.startsWith(endLine);
    this.#isOver = line === end;
    const path = pathOf(line);
    if (path !== undefined) this.#isInside = path?.includes('/') !== true;
    return this.#isInside;
  }
}
