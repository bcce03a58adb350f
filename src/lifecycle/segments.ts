import { runSentences } from '../language/execution-plan/run-sentences.ts';
import {
  nothingCarried,
  type Carried,
  type CarriedItems,
  type CarriedText,
  type WaitEnd,
} from '../language/execution-plan/segment.ts';
import type { ItemCounts, TaskProgress } from '../language/execution-plan/task-state.ts';
import type { BuildReference, WaitingFor } from './execution-phases.ts';
import { segmentNumber, type ChangedFields, type EndedWait, type ExecutionRecord } from './execution-record.ts';

/** A segment that has ended at a task that waits. */
export interface SegmentLeft {
  /** The id of the task that waits, of the flow's `tasks`. */
  readonly task: string;
  /** Milliseconds that all segments have run so far. */
  readonly elapsed: number;
  readonly hasWarning: boolean;
  /** Of all segments so far; the task that waits is RUNNING. */
  readonly tasks: readonly TaskProgress[];
  readonly carried: Carried;
  /** The size of the stored log, where the log of the next segment begins. */
  readonly logBytes: number;
  /** The build that has ended, in Jenkins. */
  readonly build?: BuildReference;
}

/** How a wait ends, and what the next segment gets from it. */
export interface WaitResult extends Pick<EndedWait, 'decision' | 'values'> {
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
  /** What the segment before it carried, if it has outputs or items. */
  readonly carried?: Carried | undefined;
  /** See the record. */
  readonly secretDigests?: ExecutionRecord['secretDigests'];
}

/** What belonged to the segment that has ended. */
const betweenSegments = {
  build: null,
  queueItem: null,
  attempts: 0,
  announcesStop: null,
  abandoned: null,
  sentStop: null,
  stoppingAt: null,
  trouble: null,
} as const satisfies ChangedFields;

/** The first version of the wait that follows a segment: larger than every one before it. */
export function firstVersion(segment: number): number {
  return segment * 1_000_000;
}

/** The fields of an execution whose segment has ended at a task that waits. */
export function afterSegment(
  record: ExecutionRecord,
  { task, elapsed, hasWarning, tasks, carried, logBytes, build }: SegmentLeft,
) {
  return {
    ...betweenSegments,
    segment: { number: segmentNumber(record) + 1, from: task, elapsed, hasWarning },
    tasks,
    earlierTasks: tasks,
    carried,
    earlierLogBytes: logBytes,
    ...(build !== undefined && { earlierBuilds: [...(record.earlierBuilds ?? []), build] }),
  } satisfies ChangedFields;
}

type Waited = Pick<ExecutionRecord, 'segment' | 'tasks' | 'earlierTasks' | 'endedWaits' | 'formFiles'>;

/**
 * The fields of an execution whose wait has ended.
 * @param at by the clock of the store
 */
export function afterWait(
  { segment, tasks, earlierTasks = tasks, endedWaits = [], formFiles }: Waited,
  { kind, task, since, message, signal }: Omit<WaitingFor, 'version'>,
  result: WaitResult,
  at: Date,
): ChangedFields {
  const { end, decision, by = [], values, outputs, items, counts, files = {}, carried = nothingCarried } = result;
  const ended = (all: readonly TaskProgress[]) => withEnd(all, { task, end, at, counts });
  const hasWarning = result.hasWarning === true || segment?.hasWarning === true;
  const waited = kind === 'executions' ? Math.max(0, at.getTime() - Date.parse(since)) : 0;
  return {
    ...betweenSegments,
    waitingFor: null,
    segment: segment && { ...segment, ended: end, elapsed: segment.elapsed + waited, hasWarning },
    tasks: ended(tasks),
    earlierTasks: ended(earlierTasks),
    endedWaits: [...endedWaits, { kind, task, since, message, signal, at: at.toISOString(), decision, by, values }],
    ...(Object.keys(files).length > 0 && { formFiles: { ...formFiles, ...files } }),
    ...(result.secretDigests !== undefined && { secretDigests: result.secretDigests }),
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

interface WaitedTask extends Pick<WaitResult, 'end' | 'counts'> {
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
