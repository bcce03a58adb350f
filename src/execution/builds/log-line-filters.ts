/** Decides line by line which lines of a log are wanted; each line is to be given to it, in order. */
export interface LinePicker {
  /** @param line without its line break */
  take(line: string): boolean;
}

/** The blocks of a pipeline around the present line of its log, from the outside in, as Jenkins' own lines tell them. */
class LogBlocks {
  /** The names of stages, and empty strings for other blocks. */
  readonly open: string[] = [];
  /**
   * The block of the flow's own stage, which the declarative frame has around its `script`; -1 for the scripted frame. The
   * first step in the first stage tells, before any script of a task can print a line like it.
   */
  #frame: number | undefined;

  /** @returns the step that the line is about, such as `sh` or `}`; undefined for a line that is not Jenkins' own */
  push(line: string): string | undefined {
    const step = /^\[Pipeline\] (.*)$/.exec(line)?.[1];
    if (step === undefined) return undefined;
    const [first] = this.#frame === undefined ? this.tasks : [];
    if (first !== undefined) this.#frame = step === 'script' ? first.block : -1;
    const opening = /^\{(?: \((.*)\))?$/.exec(step);
    if (opening !== null) this.open.push(opening[1] ?? '');
    else if (step === '}') this.open.pop();
    return step;
  }

  /** The stages of tasks: the outermost one is the flow's own, those in it are below subflows. */
  get tasks(): readonly { readonly id: string; readonly block: number }[] {
    return [...this.open.entries()].flatMap(([block, id]) =>
      id === '' || block === this.#frame ? [] : [{ id, block }],
    );
  }
}

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

const asides: ReadonlySet<string> = new Set(['timeout', 'withCredentials', 'archiveArtifacts', 'sleep', 'dir']);

/**
 * Leaves out of a log what ran below the tasks of the flow itself: the lines of its subflows, from the first task of each
 * to the end of the call, for a call also prints what its tasks failed of. As `TaskLines`, it goes by the stages
 * that the log shows, and a script can print such a line too.
 */
export class OwnLines implements LinePicker {
  readonly #blocks = new LogBlocks();
  /** How many blocks are open where the call ends that hides what follows; undefined outside of calls. */
  #end: number | undefined;
  #isOver = false;

  take(line: string): boolean {
    const step = this.#blocks.push(line);
    // What ended the pipeline is written last, and may name a task of a subflow.
    if (this.#isOver) return line.startsWith('Finished: ');
    this.#isOver = step === 'End of Pipeline';
    if (this.#end === undefined) this.#end = this.#endOfCall();
    const isHidden = this.#end !== undefined;
    if (this.#end !== undefined && this.#blocks.open.length <= this.#end) this.#end = undefined;
    return !isHidden;
  }

  /** The stage of a task is for everybody who may read the flow; a second one in it is of a subflow. */
  #endOfCall(): number | undefined {
    const [outermost, inner] = this.#blocks.tasks;
    return inner === undefined ? undefined : outermost?.block;
  }
}
