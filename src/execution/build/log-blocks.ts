/** Decides line by line which lines of a log are wanted; each line is to be given to it, in order. */
export interface LinePicker {
  /** @param line without its line break */
  take(line: string): boolean;
}

/** The blocks of a pipeline around the present line of its log, from the outside in, as Jenkins' own lines tell them. */
export class LogBlocks {
  /** The names of stages, and empty strings for other blocks. */
  readonly open: string[] = [];
  /** Where the flow's own stage is, which the declarative frame has around its `script`; the scripted frame has none. */
  #frame: number | undefined;

  /** @returns the step that the line is about, such as `sh` or `}`; undefined for a line that is not Jenkins' own */
  push(line: string): string | undefined {
    const step = /^\[Pipeline\] (.*)$/.exec(line)?.[1];
    if (step === undefined) return undefined;
    const opening = /^\{(?: \((.*)\))?$/.exec(step);
    if (opening !== null) this.open.push(opening[1] ?? '');
    else if (step === '}') this.open.pop();
    else if (step === 'script' && this.tasks.length === 1) this.#frame ??= this.tasks[0]?.block;
    return step;
  }

  /** The stages of tasks: the outermost one is the flow's own, those in it are below subflows. */
  get tasks(): readonly { readonly id: string; readonly block: number }[] {
    return [...this.open.entries()].flatMap(([block, id]) => (id === '' || block === this.#frame ? [] : [{ id, block }]));
  }
}
