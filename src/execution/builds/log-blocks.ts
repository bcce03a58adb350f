/** Decides line by line which lines of a log are wanted; each line is to be given to it, in order. */
export interface LinePicker {
  /** @param line without its line break */
  take(line: string): boolean;
}

/** The blocks of a pipeline around the present line of its log, from the outside in, as Jenkins' own lines tell them. */
export class LogBlocks {
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
