import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { messageOf } from '../../problem/message-of.ts';
import { UsageError } from '../terminal.ts';

/**
 * Writes the body of a response to a file as it arrives. The file appears only when it is complete.
 * @throws {UsageError} when the file cannot be written, or the connection breaks
 */
export async function saveBody(body: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(Readable.fromWeb(body), createWriteStream(temporary));
    await rename(temporary, path);
  } catch (error) {
    // It fails where the file could not be made either, as for a name that is too long.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new UsageError(`cannot write ${path}: ${messageOf(error)}.`, { cause: error });
  }
}
