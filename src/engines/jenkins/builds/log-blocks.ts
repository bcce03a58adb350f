import { taskPath } from '../../../language/execution-plan/task-path.ts';

/** A stage of a task that is open at a line of a log. */
export interface OpenStage {
  readonly path: string;
  /** The number of blocks of the pipeline around it. */
  readonly depth: number;
}

/**
 * The open blocks of a pipeline at the current line of its log, outermost first, as Jenkins' own lines show them. Inside
 * `parallel`, where the lines of branches mix, it shows what was open around it.
 */
export class LogBlocks {
  /** The names of stages, and empty strings for other blocks. */
  readonly #open: string[] = [];
  /**
   * The block of the flow's own stage, which wraps `script` in a declarative pipeline; -1 in a scripted one. It is
   * decided by the first step in the first stage, before any script of a task can print a similar line.
   */
  #frame: number | undefined;
  /** How many `parallel` steps are open. */
  #parallels = 0;

  copy(): LogBlocks {
    const copy = new LogBlocks();
    copy.#open.push(...this.#open);
    copy.#frame = this.#frame;
    copy.#parallels = this.#parallels;
    return copy;
  }

  /** @returns the step that the line reports, such as `sh` or `}`; undefined if Jenkins did not write the line */
  push(line: string): string | undefined {
    const step = /^\[Pipeline\] (.*)$/.exec(line)?.[1];
    if (step === undefined) return undefined;
    const [first] = this.#frame === undefined ? this.stages : [];
    if (first !== undefined) this.#frame = step === 'script' ? first.depth : -1;
    if (step === 'parallel') this.#parallels++;
    else if (step === '// parallel') this.#parallels = Math.max(0, this.#parallels - 1);
    else if (this.#parallels === 0) this.#take(step);
    return step;
  }

  /** Forgets the blocks, after a part of the log that is missing. */
  reset(): void {
    this.#open.length = 0;
    this.#frame = -1;
    this.#parallels = 0;
  }

  /** How many blocks are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** The stages of tasks: those inside the first one are tasks of subflows, or of blocks. */
  get stages(): readonly OpenStage[] {
    let path: string | undefined;
    return [...this.#open.entries()].flatMap(([depth, id]) => {
      if (id === '' || depth === this.#frame) return [];
      path = taskPath(path, id);
      return [{ path, depth }];
    });
  }

  #take(step: string): void {
    const opening = /^\{(?: \((.*)\))?$/.exec(step);
    if (opening !== null) this.#open.push(opening[1] ?? '');
    else if (step === '}') this.#open.pop();
  }
}
