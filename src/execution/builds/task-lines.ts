import { LogBlocks, type LinePicker } from './log-blocks.ts';

const asides: ReadonlySet<string> = new Set(['timeout', 'withCredentials', 'archiveArtifacts', 'sleep', 'dir']);

/**
 * Picks the lines that one task, or one that it calls, has printed from the lines of a log, by the stages that the log
 * shows. A script can print such a line too: this is for reading, states and times come from where no script can write.
 */
export class TaskLines implements LinePicker {
  readonly #path: string;
  /** Whether Jenkins speaks about a step of its own, and not the task: the time limit in reserve, files that it keeps. */
  #isAside = false;
  readonly #blocks = new LogBlocks();

  /** @param path the id of the task; below subflows `build/image` */
  constructor(path: string) {
    this.#path = path;
  }

  take(line: string): boolean {
    const step = this.#blocks.push(line);
    if (step === undefined) return !this.#isAside && this.#isInside();
    this.#isAside = asides.has(step);
    return false;
  }

  #isInside(): boolean {
    const place = this.#blocks.tasks.map(({ id }) => id).join('/');
    return place === this.#path || place.startsWith(`${this.#path}/`);
  }
}
