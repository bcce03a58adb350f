import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isJsonObject, type JsonValue } from '../problem/json-value.ts';
import { backupFormat, type BackupEnd, type BackupHeader, type BackupRecord } from './backup-record.ts';

/** Why a backup cannot be made or restored, as a message for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Writes a backup: gzip of one JSON value a line, the header first, at the end the digest of all. Reads the records only
 * as fast as they are written.
 */
export async function writeBackup(
  target: Writable,
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
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
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), target);
}

/**
 * Reads a backup, and checks it on the way: the records are complete and unchanged only once it has ended.
 * @param onHeader called first
 * @throws {BackupError} if the file is not a backup, has a newer format, or was cut or changed; errors of the file
 * system
 */
export async function* readBackup(
  path: string,
  onHeader: (header: BackupHeader) => void = () => undefined,
): AsyncGenerator<BackupRecord> {
  const digest = createHash('sha256');
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  let count = 0;
  for await (const line of backupLines(path)) {
    if (end !== undefined) throw damaged(path);
    const value = parsed(line, path);
    if (header === undefined) {
      header = headerOf(value, path);
      onHeader(header);
    } else if (isJsonObject(value) && 'end' in value) {
      end = value.end as unknown as BackupEnd; // compared below
    } else {
      count += 1;
      yield value as unknown as BackupRecord; // written by Flowgate if the digest is right
    }
    if (end === undefined) digest.update(line).update('\n');
  }
  if (end?.records !== count || end.sha256 !== digest.digest('hex')) throw damaged(path);
}

/** The lines of a compressed file. */
async function* backupLines(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const chunks = file.pipe(createGunzip());
  file.once('error', (error) => chunks.destroy(error));
  let begun: Buffer[] = [];
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        yield Buffer.concat([...begun, chunk.subarray(start, end)]);
        begun = [];
        start = end + 1;
      }
      if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)));
    }
  } catch (error) {
    throw isOfGzip(error) ? damaged(path) : error;
  } finally {
    file.destroy();
  }
  if (begun.length > 0) throw damaged(path);
}

function isOfGzip(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function parsed(line: Buffer, path: string): JsonValue {
  try {
    return JSON.parse(line.toString()) as JsonValue; // JSON gives nothing else
  } catch {
    throw damaged(path);
  }
}

function headerOf(value: JsonValue, path: string): BackupHeader {
  if (!isJsonObject(value) || typeof value.flowgateBackup !== 'number') throw damaged(path);
  const header = value as unknown as BackupHeader; // every version begins with these properties
  if (header.flowgateBackup > backupFormat)
    throw new BackupError(
      `${path} was made by Flowgate ${header.flowgate} and has the format ${header.flowgateBackup}; this Flowgate reads formats up to ${backupFormat}`,
    );
  return header;
}

function damaged(path: string): BackupError {
  return new BackupError(`${path} is not a complete backup of Flowgate: it was cut off, changed, or is something else`);
}
