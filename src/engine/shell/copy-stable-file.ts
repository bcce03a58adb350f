import { mkdir, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openRegularFile } from './open-regular-file.ts';
import { removeTree } from './remove-tree.ts';

export interface CopyOptions {
  /** Ends it; the copy is then incomplete. */
  readonly stop: AbortSignal;
  /** Called with the size in bytes before anything is copied; what it throws ends the copy. */
  readonly onSize: (size: number) => void;
}

const pieceBytes = 1024 * 1024;

/**
 * Copies a file of a script to a path, whatever is there. Does nothing if something other than that file has replaced
 * it, or a folder above it, since its path was looked up. Of a file that grows, it copies what was there at first.
 * @param source absolute, without links
 * @throws {Error} if it cannot be read or written
 */
export async function copyStableFile(source: string, target: string, { stop, onSize }: CopyOptions): Promise<void> {
  const from = await openIfStable(source);
  if (from === undefined) return;
  try {
    const { size, mode } = await from.stat();
    onSize(size);
    const to = await create(target, mode & 0o777);
    try {
      await copyContent(from, to, { size, stop });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function openIfStable(path: string): Promise<FileHandle | undefined> {
  const file = await openRegularFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP' || error.code === 'ENXIO') return undefined; // a link, or a socket
    throw error;
  });
  if (file === undefined) return undefined;
  // What was opened, where the system tells.
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
  if (opened === path) return file;
  await file.close();
  return undefined;
}

/** Creates a file in place of what is there. */
async function create(path: string, mode: number): Promise<FileHandle> {
  try {
    return await open(path, 'wx', mode);
  } catch {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await removeTree(path);
    return open(path, 'wx', mode);
  }
}

async function copyContent(
  from: FileHandle,
  to: FileHandle,
  { size, stop }: { readonly size: number; readonly stop: AbortSignal },
): Promise<void> {
  const piece = Buffer.allocUnsafe(Math.min(size, pieceBytes));
  for (let left = size; left > 0 && !stop.aborted;) {
    const { bytesRead } = await from.read(piece, 0, Math.min(piece.length, left), null);
    if (bytesRead === 0) return;
    await to.writeFile(piece.subarray(0, bytesRead));
    left -= bytesRead;
  }
}
