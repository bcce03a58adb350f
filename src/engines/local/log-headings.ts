import { isWithin } from '../../execution-plan/task-path.ts';
import type { LinePicker, LogLines } from '../../execution/logs/line-picker.ts';
import type { FinalState } from '../../execution/record/execution-state.ts';

const start = '[Flowgate] ';
const general = `${start}flow`;
const end = `${start}end`;
const endLine = 'Finished: ';
/** In logs of earlier versions, every path with a `/` is that of a task of a called flow. */
const innerTask = 'inner task';

/** The prefixes of lines that are relevant to the pickers. */
const prefixes: readonly string[] = [start, endLine];

/** The lines of a log, by its headings. */
export const headedLines: LogLines = {
  ofTask: (path) => new HeadedTaskLines(path),
  ofFlow: () => new HeadedOwnLines(),
};

/**
 * `call`: a task that calls a flow; its lines are those of the called flow. `inner`: a task in a block of the outermost
 * flow. `task`: any other one, also those of called flows.
 */
export type TaskKind = 'task' | 'call' | 'inner';

/** The line in the log of a local execution that starts the output of a task; undefined for the flow itself. */
export function taskHeading(path: string | undefined, kind: TaskKind): string {
  if (path === undefined) return `${general}\n`;
  return `${start}${kind === 'inner' ? innerTask : 'task'} ${path}${kind === 'call' ? '/' : ''}\n`;
}

/** The end of the log: why the execution did not succeed, and its state. */
export function logEnd(state: FinalState, reason: string | undefined): string {
  return `${end}\n${reason === undefined ? '' : `${reason}\n`}${endLine}${state}\n`;
}

interface Heading {
  /** With a `/` at its end for a call; undefined for the flow itself. */
  readonly path: string | undefined;
  /** Whether it is in a called flow. */
  readonly isCalled: boolean;
}

/** Undefined for any other line. */
function headingOf(line: string): Heading | undefined {
  if (line === general || line === end) return { path: undefined, isCalled: false };
  const [, inner, path] = /^\[Flowgate\] (inner )?task (.+)$/.exec(line) ?? [];
  return path === undefined ? undefined : { path, isCalled: inner === undefined && path.includes('/') };
}

/**
 * Text for a log with headings, in pieces of any size: a line that looks like a heading is indented by a space, so that
 * no task can show or hide the output of another by printing one.
 */
export class HeadingGuard {
  #isLineStart = true;
  /** The beginning of the current line while it can still become a heading. */
  #held = '';

  /** @returns the text that can be logged so far */
  push(piece: string): string {
    const before = this.#isLineStart ? '\n' : '';
    const text = `${before}${this.#held}${piece}`.replaceAll(`\n${start}`, `\n ${start}`);
    const lineStart = text.lastIndexOf('\n') + 1;
    const line = text.slice(lineStart);
    this.#isLineStart = lineStart > 0 && start.startsWith(line);
    this.#held = this.#isLineStart ? line : '';
    return text.slice(before.length, text.length - this.#held.length);
  }

  /** @returns the text that was held back; the next piece begins a line */
  end(): string {
    const held = this.#held;
    this.#held = '';
    this.#isLineStart = true;
    return held;
  }
}

/** Selects the lines of one task, or of the tasks inside it, in the log of a local execution. */
export class HeadedTaskLines implements LinePicker {
  readonly prefixes = prefixes;
  readonly #path: string;
  #isInside = false;

  /** @param path of a task, or of an item or a block with everything inside: see task-path.ts */
  constructor(path: string) {
    this.#path = path;
  }

  take(line: string): boolean {
    const heading = headingOf(line);
    if (heading === undefined) return this.#isInside;
    this.#isInside = heading.path !== undefined && isWithin(heading.path, this.#path);
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
  #isInside = true;
  #isOver = false;

  take(line: string): boolean {
    // The reason may name a task of a called flow.
    if (this.#isOver) return line.startsWith(endLine);
    this.#isOver = line === end;
    const heading = headingOf(line);
    if (heading !== undefined) this.#isInside = !heading.isCalled;
    return this.#isInside;
  }

  copy(): LinePicker {
    const copy = new HeadedOwnLines();
    copy.#isInside = this.#isInside;
    copy.#isOver = this.#isOver;
    return copy;
  }
}
