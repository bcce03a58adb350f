import { nothingCarried } from '../../../src/language/execution-plan/segment.ts';
import type { EventName, LifeEvent } from '../../../src/lifecycle/events.ts';
import type { WaitingFor } from '../../../src/lifecycle/execution-phases.ts';
import { segmentNumber, type ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import { firstVersion } from '../../../src/lifecycle/segments.ts';
import type { Timed } from '../../../src/store/executions/execution-life.ts';

export type Event = Timed<LifeEvent>;

/** When waits with a limit end, in milliseconds; the clock stands before it, and later after it. */
export const limit = 1_000_000;

/** Events that need not fit to what their sender knew of the segment or the wait. */
export const unconditional: ReadonlySet<EventName> = new Set([
  'moved',
  'unfit',
  'taken',
  'stopAsked',
  'controllerGone',
]);

const left = (record: ExecutionRecord) => ({
  task: 'wait',
  elapsed: 0,
  hasWarning: false,
  tasks: [],
  carried: nothingCarried,
  logBytes: 0,
  ...(record.build !== undefined && { build: record.build }),
});

const approval = { kind: 'approval', task: 'wait', since: '1970-01-01T00:00:00.000Z' } as const;
const success = { end: { state: 'SUCCESS' } } as const;
const person = { by: 'ada', at: '1970-01-01T00:00:01.000Z' };
const failure = { state: 'FAILED', reason: 'It failed.' } as const;

function wait(record: ExecutionRecord, facts: Omit<WaitingFor, 'task' | 'since' | 'version'>): Event {
  const { task, since } = approval;
  const waitingFor = { ...facts, task, since, version: firstVersion(segmentNumber(record) + 1) };
  return { name: 'waitBegan', left: left(record), waitingFor };
}

export function waitForExecutions(record: ExecutionRecord): Event {
  return wait(record, { kind: 'executions' });
}

/** Every event that can happen, whether or not it fits. */
export function everyEvent(record: ExecutionRecord): readonly Event[] {
  return [
    {
      name: 'moved',
      controller: 'other',
      insteadOf: 'default',
      claims: [{ pool: 'controller:other', permits: 1, size: 1 }],
    },
    { name: 'unfit', reason: 'Too small.' },
    { name: 'taken' },
    { name: 'attempted', announcesStop: true },
    { name: 'enqueued', queueItem: 7 },
    { name: 'buildFound', build: { number: 1, url: 'build/1' } },
    { name: 'buildLost' },
    { name: 'stoppedBetween' },
    { name: 'neverBegan', ...failure },
    { name: 'begun' },
    { name: 'begun', engine: 'local' },
    { name: 'progressed', tasks: [] },
    { name: 'troubled', trouble: 'It is slow.' },
    { name: 'abandoned', reason: 'It is stuck.' },
    { name: 'stopAsked', by: 'ada' },
    { name: 'stopSent', sentStop: { force: 'stop', since: person.at, at: person.at, times: 1 } },
    { name: 'stopSeen' },
    wait(record, { kind: 'approval', holdsLocks: true }),
    wait(record, { kind: 'approval', until: new Date(limit).toISOString() }),
    waitForExecutions(record),
    { name: 'waitSkipped', left: left(record), waitingFor: approval, result: success, secrets: { token: 'sealed' } },
    { name: 'endedAtWait', left: left(record), waitingFor: approval, result: { end: failure }, ...failure },
    { name: 'approvedByOne', by: person },
    { name: 'waitEnded', result: { ...success, by: [person] }, secrets: { token: 'sealed' } },
    { name: 'waitEnded', result: success },
    { name: 'endedInWait', result: { end: failure }, ...failure },
    { name: 'endedInWait', result: { end: failure, by: [person] }, ...failure },
    { name: 'finished', state: 'SUCCESS' },
    { name: 'finished', ...failure },
    { name: 'interrupted', ...failure },
    { name: 'buildGone', ...failure },
    { name: 'controllerGone', ...failure },
  ];
}

/** What people, time and the rounds of Flowgate do for an execution that nobody works on; undefined if nothing can be done. */
export function recovery(
  record: ExecutionRecord,
  { due, isQueued, isLost, waitsForChildren }: Recovery,
): Event | undefined {
  const isStopped = record.stop !== undefined;
  switch (record.phase) {
    case 'held':
      return isQueued && isStopped && segmentNumber(record) === 1 ? { name: 'neverBegan', state: 'KILLED' } : undefined;
    case 'queued':
      if (isLost && (record.build ?? record.queueItem) !== undefined) return undefined;
      if (record.build !== undefined) return { name: 'begun' };
      if (record.queueItem !== undefined)
        return { name: 'buildFound', build: { number: segmentNumber(record), url: 'build' } };
      if (!isQueued) return undefined;
      return isStopped && segmentNumber(record) === 1
        ? { name: 'neverBegan', state: 'KILLED' }
        : { name: 'begun', engine: 'local' };
    case 'running':
      return record.build === undefined ? { name: 'interrupted', ...failure } : { name: 'finished', state: 'SUCCESS' };
    case 'waiting':
      if (waitsForChildren) return undefined;
      if (due === undefined) return isStopped ? undefined : { name: 'waitEnded', result: { ...success, by: [person] } };
      return isStopped
        ? { name: 'endedInWait', result: { end: { state: 'KILLED' } }, state: 'KILLED' }
        : { name: 'waitEnded', result: success };
    case 'ended':
      return undefined;
  }
}

interface Recovery {
  readonly due: number | undefined;
  readonly isQueued: boolean;
  /** Whether Jenkins does not have its build. */
  readonly isLost: boolean;
  readonly waitsForChildren: boolean;
}
