import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writeJson } from '../../../base/text/exact-json.ts';
import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import { archiveDamaged } from '../../archive/archive-damaged.ts';
import { endedRecord, storedRecord, type StoredRecord } from '../record/archived-execution.ts';
import { summaryOf } from '../record/listed-summary.ts';
import type { ArchiveSeal } from './archive-seal.ts';
import { parseArchived, unzipArchived } from './read-archived.ts';

/*
 * The index of the archive: objects that never change, each with what lists show of some executions, one JSON object a
 * line. Their names tell which ids they contain, so that a list reads only those that it needs. An execution can be in
 * several of them, after a crash and while parts are merged.
 */

export const indexFolder = 'index';

export interface IndexPart {
  readonly name: string;
  /** The ids of the first and the last accepted execution. */
  readonly first: string;
  readonly last: string;
  readonly count: number;
}

const form = /^index\/([0-9A-Z]{26})\.([0-9A-Z]{26})\.(\d+)\.[0-9a-f]{8}\.ndjson\.gz$/;

/** @returns undefined for another object */
export function partOfName(name: string): IndexPart | undefined {
  const [, first, last, count] = form.exec(name) ?? [];
  return first === undefined || last === undefined ? undefined : { name, first, last, count: Number(count) };
}

const compressed = promisify(gzip);
/** Of a part before compression: 4,000 executions, each with a few KB. */
const maxPartBytes = 64 * 1024 * 1024;

/** @param records at least one */
export async function encodePart(
  records: readonly EndedExecution[],
  seal: ArchiveSeal,
): Promise<{ readonly name: string; readonly content: Buffer }> {
  const sorted = records.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const [first = '', last = ''] = [sorted[0]?.id, sorted.at(-1)?.id];
  const name = `${indexFolder}/${first}.${last}.${sorted.length}.${randomBytes(4).toString('hex')}.ndjson.gz`;
  const lines = sorted.map((record) => `${writeJson(summaryOf(storedRecord(record)))}\n`).join('');
  return { name, content: seal.sign(name, await compressed(lines)) };
}

/**
 * The executions of a part. Those of a part that is not signed say so, also when they are written into another one.
 * @throws {AppError} `archive-damaged`, also for content of something else
 */
export async function decodePart(
  { name, first, last, count }: IndexPart,
  stored: Buffer,
  seal: ArchiveSeal,
): Promise<readonly EndedExecution[]> {
  const { content, isSigned } = seal.open(name, stored);
  const text = await unzipArchived(name, content, maxPartBytes);
  const records = (await parseArchived(name, `[${text.toString().trim().replaceAll('\n', ',')}]`)) as StoredRecord[]; // written above, if the ids are right
  if (records.length !== count || records[0]?.id !== first || records.at(-1)?.id !== last)
    throw archiveDamaged(name, 'has the content of another object');
  return records.map((record) => endedRecord(isSigned ? record : { ...record, isUnsigned: true as const }));
}
