import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { removeTree } from '../../../store/executions/artifacts/remove-tree.ts';
import type { FileSource } from '../interpreter/run-ports.ts';

/** Opens the content of a file that Flowgate passes, by the id of its source. */
export type OpenFile = (id: string) => Promise<Readable>;

/** Whether a path exists. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies a file that Flowgate passes to a path; the file appears there once it is complete and verified.
 * @throws {Error} if its content cannot be read or written, or is damaged
 */
export async function copyContent(
  path: string,
  { id, sha256 }: Extract<FileSource, { readonly kind: 'content' }>,
  { openFile, stop }: { readonly openFile: OpenFile; readonly stop: AbortSignal },
): Promise<void> {
  const part = join(dirname(path), '.part');
  await mkdir(dirname(path), { recursive: true });
  // Removes any existing item, such as a pipe.
  await removeTree(part);
  const hash = createHash('sha256');
  const digest = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(await openFile(id), digest, createWriteStream(part, { flags: 'wx' }), { signal: stop });
  if (hash.digest('hex') !== sha256) throw new Error('it is damaged');
  await rename(part, path);
}
