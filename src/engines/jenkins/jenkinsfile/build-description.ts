import { taskStates, type TaskProgress, type TaskState } from '../../../execution-plan/task-state.ts';
import { trustedGroovy, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyNumber } from '../../../groovy/quote.ts';

/** The states of tasks, by the names that templates use. */
const stateWords = {
  running: 'RUNNING',
  success: 'SUCCESS',
  failed: 'FAILED',
  skipped: 'SKIPPED',
  killed: 'KILLED',
} as const satisfies Readonly<Record<string, TaskState>>;

/**
 * What a build reports to Flowgate, in its description, where no script of a task can write
 * (docs/explanation/executions.md). It consists of lines of words separated by single spaces:
 *
 *     Flowgate execution 01ARZ3NDEKTSV4RRFFQ69G5FAV    `-` for a build started by hand
 *     accepted                                         or `not built: duplicate`; missing until the build has decided
 *     build/image SUCCESS 1700000000000 1700000001500  a task, its start and its end, in order of start
 *     stopping 1700000002000                           when the build began to stop, or had only final tasks left
 *     finally 1700000003000                            when final tasks of a called flow started
 *
 * Times are milliseconds since 1970, by Jenkins' clock. `templates/runtime/progress.groovy` writes these lines with
 * the words below, and `readBuildDescription` reads them.
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
  ...stateWords,
} as const;

/**
 * The number of builds before and after its own in which a build looks for its execution; fewer are requested at once.
 */
export const buildsInSight = 50;

/** The same words for the runtime templates, which print each into a literal: `'{{description.accepted}}'`. */
export const descriptionView: Readonly<Record<string, GroovyCode>> = {
  ...Object.fromEntries(Object.entries(descriptionWords).map(([name, word]) => [name, trustedGroovy(word)])),
  buildsInSight: groovyNumber(buildsInSight),
};

const words = descriptionWords;

/** A parsed description. */
export interface BuildDescription {
  /** The execution that it runs; undefined for a build that was started by hand. */
  readonly executionId?: string;
  /** Undecided until its first step has compared it with other builds; an unwanted build ends NOT_BUILT. */
  readonly decision: 'undecided' | 'accepted' | 'wrong revision' | 'duplicate';
  /** In order of start. */
  readonly tasks: readonly TaskProgress[];
  /**
   * When the pipeline noticed that it is being stopped, by Jenkins' clock, ISO 8601; from then on only final tasks run.
   */
  readonly stoppingAt?: string;
  /** When the final tasks of a called flow started, which a stop would abort; by Jenkins' clock, ISO 8601. */
  readonly finalTasksSince?: string;
}

/** @returns undefined for a text that Flowgate's builds do not write; ignores invalid lines */
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

/**
 * The execution in the first line, `-` for a build that was started by hand. @returns undefined as
 * `readBuildDescription` does
 */
export function describedExecution(description: string | null | undefined): string | undefined {
  const [first = ''] = (description ?? '').split('\n', 1);
  return executionLine.exec(first.trim())?.[1];
}

const executionLine = new RegExp(`^${words.execution} (\\S+)$`);

/**
 * Whether the builds of a script write the line `stopping`. Builds of older versions do not, so a lost stop cannot be
 * distinguished from running final tasks.
 */
export function announcesStop(script: string): boolean {
  return stoppingLiteral.test(script);
}

// Scripts that load the shared library leave the line to it.
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
  return (taskStates as readonly string[]).includes(text); // widened to accept any string
}

/** @param digits milliseconds since 1970 */
function timeOf(digits: string): string | undefined {
  return /^\d{1,13}$/.test(digits) ? new Date(Number(digits)).toISOString() : undefined;
}
