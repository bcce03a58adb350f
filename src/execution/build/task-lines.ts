const asides: ReadonlySet<string> = new Set(['timeout', 'withCredentials', 'archiveArtifacts', 'sleep', 'dir']);

/**
 * Picks the lines that one task has printed from the lines of a log, by the stages that the log shows. A script can
 * print such a line too: this is for reading, states and times come from where no script can write.
 */
export class TaskLines {
  readonly #path: string;
  /** Whether Jenkins speaks about a step of its own, and not the task: the time limit in reserve, files that it keeps. */
  #isAside = false;
  /** The blocks around the present line; the names of stages, and empty texts for others. */
  readonly #blocks: string[] = [];

  /** @param path the id of the task; below subflows `build/image` */
  constructor(path: string) {
    this.#path = path;
  }

  /** @param line without its line break @returns whether the task, or one that it calls, has printed it */
  take(line: string): boolean {
    const step = /^\[Pipeline\] (.*)$/.exec(line)?.[1];
    if (step === undefined) return !this.#isAside && this.#isInside();
    this.#isAside = asides.has(step);
    const opening = /^\{(?: \((.*)\))?$/.exec(step);
    if (opening !== null) this.#blocks.push(opening[1] ?? '');
    else if (step === '}') this.#blocks.pop();
    return false;
  }

  /** The outermost stage is the flow's own. */
  #isInside(): boolean {
    const place = this.#blocks.filter((name) => name !== '').slice(1).join('/');
    return place === this.#path || place.startsWith(`${this.#path}/`);
  }
}
