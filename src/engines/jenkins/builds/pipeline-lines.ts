import { isCutLine } from '../../../execution-plan/log-limits.ts';
import type { LinePicker, LogLines } from '../../../execution/logs/line-picker.ts';

/** The prefixes of lines that Jenkins and Flowgate write, and the last line of a log. */
const prefixes: readonly string[] = ['[Pipeline] ', '[Flowgate', 'Finished: '];

/** The lines of a build's log, by the stages that Jenkins reports. */
export const pipelineLines: LogLines = {
  ofTask: (path) => new TaskLines(path),
  ofFlow: () => new OwnLines(),
};

/** The open blocks of a pipeline at the current line of its log, outermost first, as Jenkins' own lines show them. */
class LogBlocks {
  /** The names of stages, and empty strings for other blocks. */
  readonly open: string[] = [];
  /**
   * The block of the flow's own stage, which wraps `script` in a declarative pipeline; -1 in a scripted one. It is
   * decided by the first step in the first stage, before any script of a task can print a similar line.
   */
  #frame: number | undefined;

  copy(): LogBlocks {
    const copy = new LogBlocks();
    copy.open.push(...this.open);
    copy.#frame = this.#frame;
    return copy;
  }

  /** @returns the step that the line reports, such as `sh` or `}`; undefined if Jenkins did not write the line */
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

  /** Forgets the blocks, after a part of the log that is missing. */
  reset(): void {
    this.open.length = 0;
    this.#frame = -1;
  }

  /** The stages of tasks: the first one is a task of the flow itself, those inside it are tasks of subflows. */
  get tasks(): readonly { readonly id: string; readonly block: number }[] {
    return [...this.open.entries()].flatMap(([block, id]) =>
      id === '' || block === this.#frame ? [] : [{ id, block }],
    );
  }
}

/**
 * Selects the lines that one task, or a task it calls, has printed, by the stages in the log. A script can print such a
 * line too: this is for reading only; states and times come from a place where no script can write.
 */
export class TaskLines implements LinePicker {
  readonly prefixes = prefixes;
  readonly #path: string;
  /**
   * Whether Jenkins reports a step around the task and not the task itself, such as its time limit or archived files.
   */
  #isAside = false;
  #blocks = new LogBlocks();
  /** Whether the missing part of a long log began in the task: what follows it probably belongs to the task too. */
  #isInsideGap = false;

  /** @param path the ID of the task; in a subflow `build/image` */
  constructor(path: string) {
    this.#path = path;
  }

  take(line: string): boolean {
    if (isCutLine(line)) {
      this.#isInsideGap = this.#isInside();
      this.#isAside = false;
      this.#blocks.reset();
      return true;
    }
    const step = this.#blocks.push(line);
    if (this.#blocks.tasks.length > 0) this.#isInsideGap = false;
    if (step === undefined) return !this.#isAside && (this.#isInsideGap || this.#isInside());
    this.#isAside = wrapperSteps.has(step);
    return false;
  }

  copy(): LinePicker {
    const copy = new TaskLines(this.#path);
    copy.#isAside = this.#isAside;
    copy.#blocks = this.#blocks.copy();
    copy.#isInsideGap = this.#isInsideGap;
    return copy;
  }

  #isInside(): boolean {
    const place = this.#blocks.tasks.map(({ id }) => id).join('/');
    return place === this.#path || place.startsWith(`${this.#path}/`);
  }
}

const wrapperSteps: ReadonlySet<string> = new Set(['timeout', 'withCredentials', 'archiveArtifacts', 'sleep', 'dir']);

/**
 * Removes the output of subflows from a log, so that only the flow's own tasks remain: it drops the lines from the
 * first task of a subflow to the end of the call, because the call also prints the failures of its tasks. Like
 * `TaskLines`, it relies on the stages in the log, and a script can print such a line too.
 */
export class OwnLines implements LinePicker {
  readonly prefixes = prefixes;
  #blocks = new LogBlocks();
  /** How many blocks are open where the hidden call ends; undefined outside of calls. */
  #end: number | undefined;
  #isOver = false;

  take(line: string): boolean {
    // After the missing part of a long log, the origin of the output is unknown.
    if (isCutLine(line)) {
      this.#isOver = true;
      return true;
    }
    const step = this.#blocks.push(line);
    // The error that ended the pipeline is written last, and may name a task of a subflow.
    if (this.#isOver) return line.startsWith('Finished: ');
    this.#isOver = step === 'End of Pipeline';
    if (this.#end === undefined) this.#end = this.#endOfCall();
    const isHidden = this.#end !== undefined;
    if (this.#end !== undefined && this.#blocks.open.length <= this.#end) this.#end = undefined;
    return !isHidden;
  }

  copy(): LinePicker {
    const copy = new OwnLines();
    copy.#blocks = this.#blocks.copy();
    copy.#end = this.#end;
    copy.#isOver = this.#isOver;
    return copy;
  }

  /** Every reader of the flow may see a task's own stage; a second one inside it belongs to a subflow. */
  #endOfCall(): number | undefined {
    const [outermost, inner] = this.#blocks.tasks;
    return inner === undefined ? undefined : outermost?.block;
  }
}
