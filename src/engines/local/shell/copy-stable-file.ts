import { mkdir, open, readlink, realpath, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openRegularFile } from '../../../store/executions/artifacts/open-regular-file.ts';
import { removeTree } from '../../../store/executions/artifacts/remove-tree.ts';
import type { DiskRoom, TakenRoom } from './disk-room.ts';

export interface CopyOptions {
  /** The path of the copy in progress, on the disk of the target; an existing item is removed. */
  readonly part: string;
  /** Cancels the copy. */
  readonly stop: AbortSignal;
  readonly room?: DiskRoom | undefined;
  /** Called with the size in bytes before anything is copied; an error that it throws ends the copy. */
  readonly onSize: (size: number) => void;
}

const pieceBytes = 1024 * 1024;

/**
 * Copies a file of a script to a path, replacing any existing item. Does nothing if the file, or a folder above it, has
 * been replaced since its path was looked up. Copies a growing file only up to its initial size. The target is always a
 * complete copy.
 * @param source absolute, without links
 * @throws {NoRoom} if there is not enough space
 * @throws {Error} if it cannot be read or written
 */
export async function copyStableFile(source: string, target: string, options: CopyOptions): Promise<void> {
  const from = await openIfStable(source);
  if (from === undefined) return;
  try {
    const { size, mode } = await from.stat();
    options.onSize(size);
    await mkdir(dirname(options.part), { recursive: true, mode: 0o700 });
    const taken = await options.room?.take(dirname(options.part), size);
    let isPlaced = false;
    try {
      if (!(await copied(from, { ...options, size, mode: mode & 0o777, taken }))) return;
      await place(options.part, target);
      isPlaced = true;
    } finally {
      taken?.release();
      if (!isPlaced) await removeTree(options.part);
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
  // The path of the opened file, if the system reports it.
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
  if (opened === path) return file;
  await file.close();
  return undefined;
}

/** Renames a file; an item at the new path is removed. */
async function place(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await removeTree(target);
    await rename(path, target);
  }
}

interface Copy extends Pick<CopyOptions, 'part' | 'stop'> {
  readonly size: number;
  readonly mode: number;
  readonly taken: TakenRoom | undefined;
}

/** @returns whether it is complete */
async function copied(from: FileHandle, { part, stop, size, mode, taken }: Copy): Promise<boolean> {
  const to = await open(part, 'wx', mode).catch(async () => {
    await removeTree(part);
    return open(part, 'wx', mode);
  });
  try {
    const piece = Buffer.allocUnsafe(Math.min(size, pieceBytes));
    for (let left = size; left > 0;) {
      if (stop.aborted) return false;
      const { bytesRead } = await from.read(piece, 0, Math.min(piece.length, left), null);
      if (bytesRead === 0) break;
      await to.writeFile(piece.subarray(0, bytesRead));
      taken?.written(bytesRead);
      left -= bytesRead;
    }
    return true;
  } finally {
    await to.close();
  }
}
