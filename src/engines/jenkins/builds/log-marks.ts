/**
 * The marks of lines that tasks inside blocks print. Branches print at the same time into one log, which no longer
 * contains the name of a branch, so every line of them begins with the number of the print run that it belongs to:
 *
 *     [fg 17] task deploy[eu-1]/push     always the first line with the number: the path of the task
 *     [fg 17] pushing                    a line of that task
 *     [fg 17]                            an empty line: the mark and its space
 *
 * Each start of a script, so each attempt, has a number of its own, and so has each message of a build (a Log task,
 * "Attempt 2 of 3 starts"); several numbers can therefore belong to one path. Numbers only grow within a build. Whatever
 * a script prints stands after the mark of its own run, so it cannot pretend to be another task; a script outside
 * blocks can print a line that looks marked, so this is for reading only. Lines of tasks outside blocks, and those that
 * Jenkins itself prints, have no mark. `templates/agent/run-task.sh` and `templates/runtime/blocks.groovy` write marks.
 */
export interface MarkedLogLine {
  /** The number of the print run. */
  readonly run: number;
  readonly text: string;
}

/** What stands between a mark and the path in the first line of a run. */
export const headingWord = 'task';

/** Around the number of a run, before each of its lines. */
export const markStart = '[fg ';
export const markEnd = '] ';

/** @returns undefined for a line without a mark */
export function readMarkedLine(line: string): MarkedLogLine | undefined {
  const [, run, text = ''] = markedLine.exec(line) ?? [];
  return run === undefined ? undefined : { run: Number(run), text };
}

/** The path in the first line of a run. @param text without its mark */
export function readHeading(text: string): string | undefined {
  return text.startsWith(`${headingWord} `) ? text.slice(headingWord.length + 1) : undefined;
}

const markedLine = /^\[fg (\d{1,9})\] (.*)$/s;

/** How the line begins with which a build ends whose execution waits: `Flowgate: task release waits for a decision`. */
export const waitLine = 'Flowgate: task ';

/** Whether a line says that the execution waits after its build. */
export function isWaitLine(line: string): boolean {
  return line.startsWith(waitLine) && /^\S+ waits /.test(line.slice(waitLine.length));
}
