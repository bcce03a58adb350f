import type { SegmentEnd } from '../../engines/engine.ts';
import { runSentences } from '../../execution-plan/run-sentences.ts';
import {
  nothingCarried,
  type Carried,
  type CarriedItems,
  type CarriedText,
  type WaitEnd,
} from '../../execution-plan/segment.ts';
import type { ItemCounts, TaskProgress } from '../../execution-plan/task-state.ts';
import {
  segmentNumber,
  type EndedWait,
  type ExecutionRecord,
  type WaitingFor,
} from '../../execution/record/execution-record.ts';
import type { ChangedFields } from '../../execution/record/execution-store.ts';

/** How a wait ends, and what the next segment gets from it. */
export interface WaitEnding extends Pick<EndedWait, 'decision' | 'values'> {
  readonly end: WaitEnd;
  readonly by?: EndedWait['by'];
  /** Of the task that waited. */
  readonly outputs?: Readonly<Record<string, CarriedText>> | undefined;
  /** The files of its form, by the ids of `formInputId`. */
  readonly files?: ExecutionRecord['formFiles'];
  /** Of a loop whose items are executions of their own. */
  readonly counts?: ItemCounts;
  /** The items of such a loop that a restart need not run again. */
  readonly items?: CarriedItems;
  /** Whether a failure was tolerated. */
  readonly hasWarning?: boolean;
  /** The secrets of its form by these ids, and the tokens of its files. */
  readonly secrets?: ReadonlyMap<string, string>;
}

/** The first version of the wait behind a segment: larger than every one before it. */
export function firstVersion(segment: number): number {
  return segment * 1_000_000;
}

/** The fields of an execution whose segment has ended at a task that waits. */
export function fieldsAtBegin(record: ExecutionRecord, end: SegmentEnd) {
  const { task, elapsed, hasWarning, tasks, carried, logBytes, build } = end;
  return {
    ...fieldsBetween,
    segment: { number: segmentNumber(record) + 1, from: task, elapsed, hasWarning },
    tasks,
    earlierTasks: tasks,
    carried,
    earlierLogBytes: logBytes,
    ...(build !== undefined && { earlierBuilds: [...(record.earlierBuilds ?? []), build] }),
  } satisfies ChangedFields;
}

/** What belonged to the segment that has ended. */
const fieldsBetween = {
  build: null,
  queueItem: null,
  attempts: 0,
  sentStop: null,
  stoppingAt: null,
  trouble: null,
} as const satisfies ChangedFields;

/** @param at by the clock of the store */
export function fieldsAtEnd(
  { segment, tasks, earlierTasks = tasks, endedWaits = [], formFiles }: ExecutionRecord,
  { kind, task, since, message, signal }: Omit<WaitingFor, 'version'>,
  { ending, carried = nothingCarried, at }: { ending: WaitEnding; carried: Carried | undefined; at: Date },
): ChangedFields {
  const { end, decision, by = [], values, outputs, items, counts, files = {} } = ending;
  const ended = (all: readonly TaskProgress[]) => withEnd(all, { task, end, at, counts });
  const hasWarning = ending.hasWarning === true || segment?.hasWarning === true;
  const waited = kind === 'executions' ? Math.max(0, at.getTime() - Date.parse(since)) : 0;
  return {
    ...fieldsBetween,
    waitingFor: null,
    segment: segment && { ...segment, ended: end, elapsed: segment.elapsed + waited, hasWarning },
    tasks: ended(tasks),
    earlierTasks: ended(earlierTasks),
    endedWaits: [...endedWaits, { kind, task, since, message, signal, at: at.toISOString(), decision, by, values }],
    ...(Object.keys(files).length > 0 && { formFiles: { ...formFiles, ...files } }),
    ...((outputs !== undefined || items !== undefined) && {
      carried: {
        ...carried,
        outputs: { ...carried.outputs, ...(outputs !== undefined && { [task]: outputs }) },
        ...(items !== undefined && { items }),
      },
    }),
  };
}

/** The reason of an execution that ends because a task that waited has failed. */
export function failureOf(task: string, { reason }: Extract<WaitEnd, { readonly state: 'FAILED' }>): string {
  return runSentences.taskFailed(task, reason);
}

interface WaitedTask extends Pick<WaitEnding, 'end' | 'counts'> {
  readonly task: string;
  readonly at: Date;
}

function withEnd(tasks: readonly TaskProgress[], { task, end, at, counts }: WaitedTask): readonly TaskProgress[] {
  const endedOf = (found: TaskProgress): TaskProgress => ({
    ...found,
    state: end.state,
    endedAt: new Date(Math.max(at.getTime(), Date.parse(found.startedAt))).toISOString(),
    ...(end.state === 'FAILED' && { reason: failureOf(task, end) }),
    ...(counts !== undefined && { items: counts }),
  });
  return tasks.map((found) => (found.path === task && found.state === 'RUNNING' ? endedOf(found) : found));
}
