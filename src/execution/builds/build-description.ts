import { describedExecution } from '../../engine/jenkins/described-execution.ts';
import { taskStates, type TaskProgress, type TaskState } from '../record/execution-record.ts';

/** What a build has written into its description, where no script of a task can write (DESIGN 9.8). */
export interface BuildDescription {
  /** The execution that it runs; undefined for a build that was started by hand. */
  readonly executionId?: string;
  /** Undecided until its first step has looked around; a build that is not wanted ends NOT_BUILT. */
  readonly decision: 'undecided' | 'accepted' | 'wrong revision' | 'duplicate';
  /** In the order of their starts. */
  readonly tasks: readonly TaskProgress[];
  /** When the pipeline saw that it is being stopped, by Jenkins' clock, ISO 8601; its final tasks run from then on. */
  readonly stoppingAt?: string;
  /** Since when the final tasks of a called flow run, which a stop would abort; by Jenkins' clock, ISO 8601. */
  readonly finalTasksSince?: string;
}

/**
 * Whether a script says in the description of its build when it saw a stop. Those of older versions do not, so that a
 * stop that was lost cannot be told from final tasks that run.
 */
export function announcesStop(script: string): boolean {
  // The shared library does it for the scripts that load it.
  return /["']stopping |^@Library\(/.test(script);
}

/** @returns undefined when the text is none of Flowgate's; lines that cannot be read are left out */
export function readBuildDescription(text: string | null | undefined): BuildDescription | undefined {
  const id = describedExecution(text);
  if (id === undefined) return undefined;
  const [, second = '', ...rest] = (text ?? '').split('\n');
  return {
    executionId: id === '-' ? undefined : id,
    decision: readDecision(second.trim()),
    tasks: rest.flatMap((line) => readTask(line) ?? []),
    stoppingAt: readNote(rest, 'stopping'),
    finalTasksSince: readNote(rest, 'finally'),
  };
}

function readDecision(line: string): BuildDescription['decision'] {
  switch (line) {
    case 'accepted':
      return 'accepted';
    case 'not built: wrong revision':
      return 'wrong revision';
    case 'not built: duplicate':
      return 'duplicate';
    default:
      return 'undecided';
  }
}

/** The time in a line of two words. */
function readNote(lines: readonly string[], word: 'stopping' | 'finally'): string | undefined {
  for (const line of lines) {
    const [first, at = '', ...more] = line.trim().split(' ');
    if (first === word && more.length === 0) return timeOf(at);
  }
  return undefined;
}

function readTask(line: string): TaskProgress | undefined {
  const [path = '', state = '', start = '', end] = line.trim().split(' ');
  const startedAt = timeOf(start);
  if (path === '' || startedAt === undefined || !isTaskState(state)) return undefined;
  return { path, state, startedAt, endedAt: end === undefined ? undefined : timeOf(end) };
}

function isTaskState(text: string): text is TaskState {
  return (taskStates as readonly string[]).includes(text); // widened to be asked for any text
}

/** @param digits milliseconds since 1970 */
function timeOf(digits: string): string | undefined {
  return /^\d{1,13}$/.test(digits) ? new Date(Number(digits)).toISOString() : undefined;
}
