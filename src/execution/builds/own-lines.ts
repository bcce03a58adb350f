import { LogBlocks, type LinePicker } from './log-blocks.ts';

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
