import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const chunkBytes = 64 * 1024;

/** A backup that can be read more than once: first to check it, then to restore it. */
export interface BackupInput {
  /** For messages. */
  readonly name: string;
  readonly open: () => Readable;
  readonly close: () => Promise<void>;
}

/**
 * A file, or a stream that ends, such as a pipe: its bytes are kept in the folder in the meantime, in a file without a name.
 * @param source a path, or the stream itself
 * @throws errors of the file system and of the stream
 */
export async function openBackup(source: string | Readable, folder: string): Promise<BackupInput> {
  if (typeof source === 'string') {
    const found = await stat(source);
    if (found.isFile() || found.isDirectory())
      return { name: source, open: () => createReadStream(source), close: async () => undefined };
    return keptStream(source, createReadStream(source), folder);
  }
  return keptStream('Standard input', source, folder);
}

async function keptStream(name: string, source: Readable, folder: string): Promise<BackupInput> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `restore-${randomBytes(8).toString('hex')}.part`);
  try {
    await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    const file = await open(path);
    return {
      name,
      open: () => Readable.from(bytesOf(file), { objectMode: false }),
      close: () => file.close(),
    };
  } finally {
    // Nothing is left if the process is killed: the open file stays readable.
    await rm(path, { force: true });
  }
}

/** The bytes of a file from its beginning. A stream of Node.js would close the file at its end. */
async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
