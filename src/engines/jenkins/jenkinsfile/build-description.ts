import {
  taskStates,
  type ItemCounts,
  type TaskProgress,
  type TaskState,
} from '../../../language/execution-plan/task-state.ts';
import { trustedGroovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyNumber } from '../../../language/groovy/quote.ts';

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
 *     Flowgate execution 01ARZ3NDEKTSV4RRFFQ69G5FAV    `-` for a build started by hand; a second segment ends with `/2`
 *     accepted                                         or `not built: duplicate`; missing until the build has decided
 *     build/image SUCCESS 1700000000000 1700000001500  a task, its start and its end, in order of start
 *     ship[eu%201]/push RUNNING 1700000000000          in a block; the path is percent-encoded
 *     ship RUNNING 1700000000000 items=40,37,3         a loop: all items, those that succeeded, those that failed
 *     stopping 1700000002000                           when the build began to stop, or had only final tasks left
 *     finally 1700000003000                            when final tasks of a called flow started
 *     kept 1700000004000                               when the build has left what a restart needs, after a failure
 *     waits 1700000004000 release                      the task at which the build ends, and since when it waits
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
  items: 'items',
  waits: 'waits',
  kept: 'kept',
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
  /** The task that waits after the end of the build; among the tasks it is RUNNING. */
  readonly waits?: { readonly task: string; readonly at: string };
  /** When the build, which has failed, has left what a restart needs; by Jenkins' clock, ISO 8601. */
  readonly keptAt?: string;
}

/** @returns undefined for a text that Flowgate's builds do not write; ignores invalid lines */
export function readBuildDescription(text: string | null | undefined): BuildDescription | undefined {
  const id = describedExecution(text);
  if (id === undefined) return undefined;
  const [, second = '', ...rest] = (text ?? '').split('\n');
  const waits = readWaits(rest);
  return {
    executionId: id === words.byHand ? undefined : id,
    decision: decisions[second.trim()] ?? 'undecided',
    tasks: readTasks(rest).map((task) => (task.path === waits?.task ? stillRunning(task) : task)),
    waits,
    keptAt: readNote(rest, words.kept),
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

function readWaits(lines: readonly string[]): BuildDescription['waits'] {
  for (const line of lines) {
    const [word, since = '', task] = line.trim().split(' ');
    const at = timeOf(since);
    if (word === words.waits && at !== undefined && task !== undefined) return { task, at };
  }
  return undefined;
}

function stillRunning({ path, startedAt }: TaskProgress): TaskProgress {
  return { path, state: 'RUNNING', startedAt };
}

/**
 * The tasks in order of start. A task in a block that is retried has a line for each run; it counts from the first one.
 */
function readTasks(lines: readonly string[]): readonly TaskProgress[] {
  const tasks = new Map<string, TaskProgress>();
  for (const line of lines) {
    const task = readTask(line);
    if (task === undefined) continue;
    const { startedAt } = tasks.get(task.path) ?? task;
    tasks.set(task.path, { ...task, startedAt });
  }
  return [...tasks.values()];
}

function readTask(line: string): TaskProgress | undefined {
  const [encoded = '', state = '', start = '', ...more] = line.trim().split(' ');
  const path = decodedPath(encoded);
  const startedAt = timeOf(start);
  if (path === undefined || startedAt === undefined || !isTaskState(state)) return undefined;
  const items = more.flatMap((word) => readItems(word) ?? [])[0];
  const [end = ''] = more;
  return { path, state, startedAt, endedAt: timeOf(end), ...(items !== undefined && { items }) };
}

function readItems(word: string): ItemCounts | undefined {
  const [, total, succeeded, failed] = itemsWord.exec(word) ?? [];
  if (total === undefined) return undefined;
  return { total: Number(total), succeeded: Number(succeeded), failed: Number(failed) };
}

const itemsWord = new RegExp(`^${words.items}=(\\d{1,9}),(\\d{1,9}),(\\d{1,9})$`);

/** Undefined for a path that no build writes. */
function decodedPath(encoded: string): string | undefined {
  try {
    return encoded === '' ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function isTaskState(text: string): text is TaskState {
  return (taskStates as readonly string[]).includes(text); // widened to accept any string
}

/** @param digits milliseconds since 1970 */
function timeOf(digits: string): string | undefined {
  return /^\d{1,13}$/.test(digits) ? new Date(Number(digits)).toISOString() : undefined;
}
