/** Decides line by line which lines of a log are wanted; each line is to be given to it, in order. */
export interface LinePicker {
  /** @param line without its line break */
  take(line: string): boolean;
}

/** The blocks of a pipeline around the present line of its log, from the outside in, as Jenkins' own lines tell them. */
export class LogBlocks {
  /** The names of stages, and empty strings for other blocks. */
  readonly open: string[] = [];

  /** @returns the step that the line is about, such as `sh` or `}`; undefined for a line that is not Jenkins' own */
  push(line: string): string | undefined {
    const step = /^\[Pipeline\] (.*)$/.exec(line)?.[1];
    if (step === undefined) return undefined;
    const opening = /^\{(?: \((.*)\))?$/.exec(step);
    if (opening !== null) this.open.push(opening[1] ?? '');
    else if (step === '}') this.open.pop();
    return step;
  }

  /** The stages; the outermost one is the flow's own. */
  get stages(): readonly string[] {
    return this.open.filter((name) => name !== '');
  }
}
