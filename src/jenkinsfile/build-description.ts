import { trustedGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyNumber } from '../groovy/quote.ts';

/**
 * What a build tells Flowgate, in its description: no script of a task can write there
 * (docs/explanation/executions.md). It is text of lines, whose words are parted by one blank:
 *
 *     Flowgate execution 01ARZ3NDEKTSV4RRFFQ69G5FAV    `-` for a build that was started by hand
 *     accepted                                         or `not built: duplicate`; absent until the build has decided
 *     build/image SUCCESS 1700000000000 1700000001500  a task, its start and its end, in the order of the starts
 *     stopping 1700000002000                           since when the build stops, or has only final tasks left
 *     finally 1700000003000                            since when final tasks of a called flow run
 *
 * Times are milliseconds since 1970, by Jenkins' clock. `templates/runtime/progress.groovy.hbs` writes these lines with the
 * words below, which are printed into it; `readBuildDescription` reads them.
 */
export const descriptionWords = {
  execution: 'Flowgate execution',
  byHand: '-',
  accepted: 'accepted',
  notBuilt: 'not built',
  wrongRevision: 'wrong revision',
  duplicate: 'duplicate',
  stopping: 'stopping',
  finalTasks: 'finally',
  running: 'RUNNING',
  success: 'SUCCESS',
  failed: 'FAILED',
  skipped: 'SKIPPED',
  killed: 'KILLED',
} as const;

/** How many builds before and after its own a build searches for its execution: so many are not asked for at once. */
export const buildsInSight = 50;

/** The same for the templates of the runtime. A word is put into a literal there: `'{{description.accepted}}'`. */
export const descriptionView: Readonly<Record<string, GroovyCode>> = {
  ...Object.fromEntries(Object.entries(descriptionWords).map(([name, word]) => [name, trustedGroovy(word)])),
  buildsInSight: groovyNumber(buildsInSight),
};

const words = descriptionWords;

export const taskStates = [words.running, words.success, words.failed, words.skipped, words.killed] as const;
export type TaskState = (typeof taskStates)[number];

export interface TaskProgress {
  /** The id of the task; below subflows `build/image`. */
  readonly path: string;
  readonly state: TaskState;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly endedAt?: string;
}

/** A description as it was read. */
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

/** @returns undefined for a text that Flowgate's builds do not write; lines that cannot be read are left out */
export function readBuildDescription(text: string | null | undefined): BuildDescription | undefined {
  const id = describedExecution(text);
  if (id === undefined) return undefined;
  const [, second = '', ...rest] = (text ?? '').split('\n');
  return {
    executionId: id === words.byHand ? undefined : id,
    decision: decisions[second.trim()] ?? 'undecided',
    tasks: rest.flatMap((line) => readTask(line) ?? []),
    stoppingAt: readNote(rest, words.stopping),
    finalTasksSince: readNote(rest, words.finalTasks),
  };
}

/** The execution that the first line names, `-` for a build that was started by hand. @returns as `readBuildDescription` */
export function describedExecution(description: string | null | undefined): string | undefined {
  const [first = ''] = (description ?? '').split('\n', 1);
  return executionLine.exec(first.trim())?.[1];
}

const executionLine = new RegExp(`^${words.execution} (\\S+)$`);

/**
 * Whether the builds of a script write the line `stopping`. Those of older versions do not, so that a stop that was lost
 * cannot be told from final tasks that run.
 */
export function announcesStop(script: string): boolean {
  return stoppingLiteral.test(script);
}

// The shared library writes the line for the scripts that load it.
const stoppingLiteral = new RegExp(`["']${words.stopping} |^@Library\\(`);

const decisions: Readonly<Partial<Record<string, BuildDescription['decision']>>> = {
  [words.accepted]: 'accepted',
  [`${words.notBuilt}: ${words.wrongRevision}`]: 'wrong revision',
  [`${words.notBuilt}: ${words.duplicate}`]: 'duplicate',
};

/** The time in a line of two words. */
function readNote(lines: readonly string[], word: string): string | undefined {
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
