import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

interface ReadLimits {
  readonly maxBytes: number;
  /** Whether the path may be a link. */
  readonly followsLink?: boolean;
}

/** A file that is not read, whatever it contains; the message is a clause. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Reads a file that somebody else may have written. It must be a regular file of limited size: a named pipe would never
 * end, a device may have no end, and a link may name any file of its reader.
 * @throws {UnreadableFile}
 * @throws the error of the file system
 */
export function readRegularFile(path: string, { maxBytes, followsLink = false }: ReadLimits): Buffer {
  const file = openRegular(path, O_RDONLY | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW));
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new UnreadableFile('it is not a regular file');
    if (found.size > maxBytes) throw new UnreadableFile(`the file is larger than the limit of ${sizeText(maxBytes)}`);
    const bytes = Buffer.alloc(found.size);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, length);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function openRegular(path: string, flags: number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP')
      throw new UnreadableFile('it is a link, which is not followed', { cause: error });
    throw error;
  }
}

function sizeText(bytes: number): string {
  const megabyte = 1024 * 1024;
  return bytes < megabyte ? `${bytes / 1024} KB` : `${bytes / megabyte} MB`;
}
