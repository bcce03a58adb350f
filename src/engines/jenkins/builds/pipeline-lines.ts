import { isCutLine } from '../../../language/execution-plan/log-limits.ts';
import { isInCall, isWithin, repeatsCall } from '../../../language/execution-plan/task-path.ts';
import type { Calls, LinePicker, LogLines } from '../../../store/executions/logs/line-picker.ts';
import { LogBlocks } from './log-blocks.ts';
import { LogHeadings } from './log-headings.ts';

/** The prefixes of lines that Jenkins and Flowgate write, and the last line of a log. */
const prefixes: readonly string[] = ['[Pipeline] ', '[Flowgate', 'Finished: '];

const startOfBuild = 'Start of Pipeline';
const endOfBuild = 'End of Pipeline';

/** The lines of the logs of builds: by the headings of tasks in blocks, and by the stages that Jenkins reports. */
export const pipelineLines: LogLines = {
  ofTask: (path) => new TaskLines(path),
  ofFlow: (calls) => new OwnLines(calls),
};

/**
 * Selects the lines that one task, or a task inside it, has printed. A script can print lines like those of stages too:
 * this is for reading only; states and times come from a place where no script can write.
 */
export class TaskLines implements LinePicker {
  readonly prefixes = prefixes;
  readonly #path: string;
  /**
   * Whether Jenkins reports a step around the task and not the task itself, such as its time limit or archived files.
   */
  #isAside = false;
  #blocks = new LogBlocks();
  #headings = new LogHeadings();
  /** Whether the missing part of a long log began in the task: what follows it probably belongs to the task too. */
  #isInsideGap = false;

  /** @param path of a task, or of an item of a loop */
  constructor(path: string) {
    this.#path = path;
  }

  take(line: string): boolean {
    if (isCutLine(line)) {
      this.#isInsideGap = this.#isInside();
      this.#isAside = false;
      this.#blocks.reset();
      this.#headings.reset();
      return true;
    }
    if (this.#headings.push(line)) {
      this.#isInsideGap = false;
      return false;
    }
    const step = this.#blocks.push(line);
    if (step === startOfBuild) this.#blocks = new LogBlocks();
    if (step === undefined) return (this.#isInsideGap && !this.#isAside) || this.#isInside();
    if (this.#blocks.stages.length > 0) this.#isInsideGap = false;
    this.#isAside = wrapperSteps.has(step);
    return false;
  }

  copy(): LinePicker {
    const copy = new TaskLines(this.#path);
    copy.#isAside = this.#isAside;
    copy.#blocks = this.#blocks.copy();
    copy.#headings = this.#headings.copy();
    copy.#isInsideGap = this.#isInsideGap;
    return copy;
  }

  #isInside(): boolean {
    const { path } = this.#headings;
    if (path !== undefined) return isWithin(path, this.#path);
    const stage = this.#blocks.stages.at(-1);
    return !this.#isAside && stage !== undefined && isWithin(stage.path, this.#path);
  }
}

const wrapperSteps: ReadonlySet<string> = new Set(['timeout', 'withCredentials', 'archiveArtifacts', 'sleep', 'dir']);

/**
 * Removes the output of subflows from a log, so that only the flow's own tasks remain. It drops the lines from the first
 * task of a subflow to the end of the call, and what Jenkins itself prints in a block around one, because the call and
 * the block also print the failures of its tasks. Like `TaskLines`, it relies on lines that a script can print too.
 */
export class OwnLines implements LinePicker {
  readonly prefixes = prefixes;
  readonly #calls: Calls;
  #blocks = new LogBlocks();
  #headings = new LogHeadings();
  /** How many blocks are open where the hidden call ends; undefined outside of calls. */
  #end: number | undefined;
  /** The paths of the stages around tasks of subflows. */
  #around: Set<string> = new Set();
  #isOver = false;
  /** Whether the pipeline of a build has ended, after which that of the next one begins. */
  #hasEnded = false;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  take(line: string): boolean {
    // After the missing part of a long log, the origin of the output is unknown.
    if (isCutLine(line)) {
      this.#isOver = true;
      return true;
    }
    const isHeading = this.#headings.push(line);
    const step = isHeading ? undefined : this.#blocks.push(line);
    // The error that ended the pipeline is written last, and may name a task of a subflow.
    if (this.#isOver && !(this.#hasEnded && step === startOfBuild)) {
      this.#hasEnded ||= step === endOfBuild;
      return line.startsWith('Finished: ');
    }
    if (this.#isOver) this.#beginBuild();
    this.#isOver = this.#hasEnded = step === endOfBuild;
    const { path } = this.#headings;
    if (path !== undefined && step === undefined) return this.#takeHeaded(path);
    if (this.#end === undefined) this.#end = this.#endOfCall();
    const isHidden = this.#end !== undefined || (step === undefined && this.#isAround());
    if (this.#end !== undefined && this.#blocks.depth <= this.#end) this.#end = undefined;
    return !isHidden;
  }

  copy(): LinePicker {
    const copy = new OwnLines(this.#calls);
    copy.#blocks = this.#blocks.copy();
    copy.#headings = this.#headings.copy();
    copy.#end = this.#end;
    copy.#around = new Set(this.#around);
    copy.#isOver = this.#isOver;
    copy.#hasEnded = this.#hasEnded;
    return copy;
  }

  #beginBuild(): void {
    this.#blocks = new LogBlocks();
    this.#end = undefined;
    this.#around = new Set();
  }

  /** A line of a task in a block, or its heading. */
  #takeHeaded(path: string): boolean {
    if (isInCall(path, this.#calls)) for (const stage of this.#blocks.stages) this.#around.add(stage.path);
    return !repeatsCall(path, this.#calls);
  }

  #isAround(): boolean {
    const { stages } = this.#blocks;
    return this.#around.has(stages.at(-1)?.path ?? '');
  }

  /** Every reader of the flow may see the stage of the call itself. */
  #endOfCall(): number | undefined {
    const { stages } = this.#blocks;
    const inner = stages.findIndex(({ path }) => isInCall(path, this.#calls));
    if (inner < 0) return undefined;
    for (const { path } of stages.slice(0, inner)) this.#around.add(path);
    return stages[Math.max(0, inner - 1)]?.depth;
  }
}
