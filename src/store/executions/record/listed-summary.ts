import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readJson, writeJson } from '../../../base/text/exact-json.ts';
import type { EndedExecution, StateChange } from '../../../lifecycle/execution-record.ts';
import { endedRecord, storedRecord, type StoredRecord } from './archived-execution.ts';
import { timeOfId } from './execution-id.ts';

/*
 * What lists show of an archived execution, in few bytes: a million of them are in memory. The rest is in the archive.
 */

/** Fields that no list shows, and those that have a place of their own below. */
type Left =
  | 'tasks'
  | 'earlierTasks'
  | 'segment'
  | 'earlierLogBytes'
  | 'formFiles'
  | 'artifactNames'
  | 'abandoned'
  | 'announcesStop'
  | 'sentStop'
  | 'trouble'
  | 'troubleSince'
  | 'waitingFor';

/** A record as lists show it; `tasks` is empty. */
export function summaryOf(record: StoredRecord): StoredRecord {
  const { tasks: _tasks, earlierTasks: _earlier, segment: _segment, earlierLogBytes: _bytes, ...rest } = record;
  const {
    formFiles: _files,
    artifactNames: _names,
    abandoned: _abandoned,
    announcesStop: _announces,
    ...others
  } = rest;
  const { sentStop: _sent, trouble: _trouble, troubleSince: _since, waitingFor: _waiting, ...shown } = others;
  return abridged({ ...(shown satisfies Omit<StoredRecord, Left>), tasks: [] });
}

/** Of a record with many values, lists show only the essence. */
function abridged(record: StoredRecord): StoredRecord {
  const { inputs, outputs, endedWaits, messages, notices, ...rest } = record;
  if (JSON.stringify([inputs, outputs, endedWaits, messages, notices]).length <= maxValueLength)
    return shortened(record);
  return shortened({ ...rest, inputs: {}, messages: [] });
}

function shortened(record: StoredRecord): StoredRecord {
  const { reason } = record;
  return reason === undefined || reason.length <= maxReason
    ? record
    : { ...record, reason: `${reason.slice(0, maxReason - 1)}…` };
}

/** Characters of the JSON of all values. */
const maxValueLength = 2_000;
const maxReason = 300;
/** Of a summary in the store, before compression. */
const maxOutputLength = 1024 * 1024;

/** A record in few bytes. */
export function packSummary(record: EndedExecution): Buffer {
  const { id, number, history, archivedAt, subflows, messages, tasks: _, ...rest } = summaryOf(storedRecord(record));
  const start = timeOfId(id).getTime();
  const packed = {
    ...rest,
    h: history.map(({ state, at }) => [state, Date.parse(at) - start]),
    ...(archivedAt !== undefined && { z: Date.parse(archivedAt) - start }),
    ...(subflows.length > 0 && { subflows }),
    ...(messages.length > 0 && { messages }),
  };
  return Buffer.concat([Buffer.from(`${number ?? ''}\n`), deflateRawSync(writeJson(packed), { dictionary, level: 9 })]);
}

/** @param bytes of `packSummary` */
export function unpackSummary(id: string, bytes: Buffer): EndedExecution {
  const end = bytes.indexOf('\n');
  const number = bytes.toString('latin1', 0, end);
  const { h, z, ...rest } = readJson(
    inflateRawSync(bytes.subarray(end + 1), { dictionary, maxOutputLength }).toString(),
  ) as unknown as Packed; // written above
  const start = timeOfId(id).getTime();
  return endedRecord({
    id,
    subflows: [],
    messages: [],
    tasks: [],
    ...(number !== '' && { number: Number(number) }),
    ...rest,
    ...(z !== undefined && { archivedAt: new Date(start + z).toISOString() }),
    history: h.map(([state, time]) => ({ state, at: new Date(start + time).toISOString() })),
  });
}

type Packed = Omit<StoredRecord, 'id' | 'number' | 'history' | 'subflows' | 'messages' | 'tasks'> & {
  /** Milliseconds after the id was made, as below. */
  readonly z?: number;
  readonly h: readonly (readonly [state: StateChange['state'], milliseconds: number])[];
};

/** What records have in common, the most frequent at the end. It must never change: add a second one instead. */
const dictionary = Buffer.from(
  '"notices":["restartOf":"01,"restartFrom":","replayOf":"01,"endedWaits":[{"kind":"approval","task":"KILLED,"by":[{"by":"","stop":{"by":"","at":"2026-WARNING,"waiting":true,"messages":[{"message":"","style":"' +
    '","failedTask":"FAILED,"reason":"Task \\"failed with exit code 1","subflows":[{"namespace":","id":","revision":1}],"calls":["' +
    ',"starters":[,"traceparent":"00-,"webhook:","type":"webhook,"files":[,"defaulted":[,"trigger":{"id":"nightly","type":"schedule","at":"2026-01-01T00:00:00.000Z"}' +
    '"actor":"schedule:"earlierBuilds":[{"number":,"outputs":{"version":"1.0.0","url":"https://","engine":"local","build":{"number":1,"url":"http://jenkins/job/flowgate/job/' +
    '{"flow":{"namespace":"","id":"deploy"},"revision":1,"actor":"","labels":{"team":"","env":"production","branch":"main","commit":""},"inputs":{"environment":"production","dry_run":false,"version":"true},' +
    '"state":"SUCCESS","attempts":1,"archivedAt":"2026-01-01T00:00:00.000Z","h":[["CREATED",0],["QUEUED",1],["RUNNING",1],["SUCCESS",1]]}',
);
