import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../bench/rig/in-temporary-folder.ts';

/** A separate file system that is soon full. */
export interface SmallDisk {
  readonly folder: string;
  /** Bytes that are free. */
  free(): number;
  /** Fills the disk except for some bytes. @param left bytes */
  fill(left: number): void;
  /** Frees the space. */
  empty(): void;
}

/** Runs work on an in-memory file system; returns the reason if this machine does not allow mounting one. */
export function onSmallDisk(bytes: number, work: (disk: SmallDisk) => Promise<void>): Promise<string | undefined> {
  return inTemporaryFolder(async (parent) => {
    const folder = join(parent, 'disk');
    mkdirSync(folder);
    const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], {
      encoding: 'utf8',
    });
    if (status !== 0)
      return `no file system can be mounted here (${error?.message ?? stderr.trim()}); this requires root`;
    try {
      await work(smallDisk(folder));
    } finally {
      spawnSync('umount', ['--lazy', folder]);
    }
    return undefined;
  });
}

function smallDisk(folder: string): SmallDisk {
  const filler = join(folder, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    fill: (left) => {
      const file = openSync(filler, 'a');
      for (let size = free() - left; size > 0; size = free() - left)
        writeSync(file, Buffer.alloc(Math.min(size, 1 << 20)));
      closeSync(file);
    },
    empty: () => rmSync(filler, { force: true }),
  };
}
