import { isWaitLine } from './log-marks.ts';

/** What Jenkins writes between the line about the wait and the end of the build. */
const lastSteps = ['[Pipeline] ', 'Running in '];
/** Enough for these lines. */
const maxTail = 8 * 1024;

/**
 * Leaves out the last line of a log, `Finished: SUCCESS`, if the execution goes on after the build: the log of the next
 * build follows.
 */
export class LogEnding {
  #tail = '';
  /** The last line, if it may be that one. */
  #held = '';

  /** @returns the text that is certainly shown */
  push(text: string): string {
    const whole = this.#held + text;
    const start = whole.lastIndexOf('\n', whole.length - 2) + 1;
    this.#held = (start > 0 || this.#endsLine) && mayFinish(whole.slice(start)) ? whole.slice(start) : '';
    const shown = whole.slice(0, whole.length - this.#held.length);
    this.#tail = (this.#tail + shown).slice(-maxTail);
    return shown;
  }

  /** @returns the rest of the text */
  end(): string {
    const lines = this.#tail
      .split('\n')
      .filter((line) => line !== '' && !lastSteps.some((step) => line.startsWith(step)));
    return isWaitLine(lines.at(-1) ?? '') && this.#held.startsWith(finished) ? '' : this.#held;
  }

  get #endsLine(): boolean {
    return this.#tail === '' || this.#tail.endsWith('\n');
  }
}

const finished = 'Finished: ';

function mayFinish(line: string): boolean {
  return line !== '' && (line.startsWith(finished) || finished.startsWith(line));
}
