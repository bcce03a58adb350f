import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isJsonObject, type JsonValue } from '../../base/text/json-value.ts';
import type { BackupInput } from './backup-input.ts';
import { backupFormat, type BackupEnd, type BackupHeader, type BackupRecord } from './backup-record.ts';
import { isBackupRecord } from './is-backup-record.ts';

// A record has a few MB at most.
const maxLineBytes = 256 * 1024 * 1024;

/** Why a backup cannot be made or restored, as a message for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Writes a backup: gzip of one JSON value a line, the header first, at the end the digest of all. Reads the records only
 * as fast as they are written.
 * @param signal interrupts it
 */
export async function writeBackup(
  target: Writable,
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
  signal?: AbortSignal,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    const digest = createHash('sha256');
    let count = 0;
    const first = `${JSON.stringify(header)}\n`;
    digest.update(first);
    yield first;
    for await (const record of records) {
      const line = `${JSON.stringify(record)}\n`;
      digest.update(line);
      count += 1;
      yield line;
    }
    const end: BackupEnd = { records: count, sha256: digest.digest('hex') };
    yield `${JSON.stringify({ end })}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), target, { signal });
}

/**
 * Reads a backup, and checks it on the way: the records are complete and unchanged only once it has ended.
 * @param onHeader called first
 * @throws {BackupError} if the file is not a backup, has a newer format, or was cut or changed; errors of the file
 * system
 */
export async function* readBackup(
  input: BackupInput,
  onHeader: (header: BackupHeader) => void = () => undefined,
): AsyncGenerator<BackupRecord> {
  const { name } = input;
  const digest = createHash('sha256');
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  let count = 0;
  for await (const line of backupLines(name, input.open())) {
    if (end !== undefined) throw damaged(name);
    const value = parsed(line, name);
    if (header === undefined) {
      header = headerOf(value, name);
      onHeader(header);
    } else if (isJsonObject(value) && 'end' in value) {
      end = value.end as unknown as BackupEnd; // compared below
    } else {
      if (!isBackupRecord(value)) throw damaged(name);
      count += 1;
      yield value;
    }
    if (end === undefined) digest.update(line).update('\n');
  }
  if (end?.records !== count || end.sha256 !== digest.digest('hex')) throw damaged(name);
}

/** The lines of a compressed file. */
async function* backupLines(name: string, file: Readable): AsyncGenerator<Buffer> {
  const chunks = file.pipe(createGunzip());
  file.once('error', (error) => chunks.destroy(error));
  let begun: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        yield Buffer.concat([...begun, chunk.subarray(start, end)]);
        [begun, length] = [[], 0];
        start = end + 1;
      }
      if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)));
      length += chunk.length - start;
      if (length > maxLineBytes) throw damaged(name);
    }
  } catch (error) {
    throw isOfGzip(error) ? damaged(name) : error;
  } finally {
    file.destroy();
  }
  if (begun.length > 0) throw damaged(name);
}

function isOfGzip(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function parsed(line: Buffer, name: string): JsonValue {
  try {
    return JSON.parse(line.toString()) as JsonValue; // JSON gives nothing else
  } catch {
    throw damaged(name);
  }
}

function headerOf(value: JsonValue, name: string): BackupHeader {
  if (!isJsonObject(value) || typeof value.flowgateBackup !== 'number') throw damaged(name);
  const header = value as unknown as BackupHeader; // every version begins with these properties
  if (header.flowgateBackup > backupFormat)
    throw new BackupError(
      `${name} was made by Flowgate ${header.flowgate} and has the format ${header.flowgateBackup}; this Flowgate reads formats up to ${backupFormat}`,
    );
  const { createdAt, storeFormat } = header;
  if (Number.isNaN(Date.parse(createdAt)) || !Number.isInteger(storeFormat) || storeFormat < 0) throw damaged(name);
  return header;
}

function damaged(name: string): BackupError {
  return new BackupError(
    `${name} is not a complete Flowgate backup: it was truncated or modified, or it is another kind of file`,
  );
}
