import { mkdtempSync, writeFileSync } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers } from '../../../engines/local/shell/local-execution.ts';

const prefix = 'flowgate-run-';
/** The file with the id of the process that uses a folder; a folder that a user keeps has none. */
const ownerFile = 'process';
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** A new folder of a run (mode 0700) in the folder for temporary files, which is this process's until it is released. */
export function newRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, ownerFile), `${process.pid}`);
  return folder;
}

/** Leaves a folder to its user. */
export async function releaseRunFolder(folder: string): Promise<void> {
  await rm(join(folder, ownerFile), { force: true });
}

/**
 * Removes the files of this user's runs that were killed more than a day ago, and ends their processes. Files that
 * cannot be removed stay.
 */
export async function clearLeftovers(parent = tmpdir(), now = Date.now()): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    if (name.startsWith(prefix) && (await isLeftover(folder, now))) await endLeftovers(folder).catch(() => undefined);
  }
}

async function isLeftover(folder: string, now: number): Promise<boolean> {
  try {
    const entry = await lstat(folder);
    const isOwn = entry.isDirectory() && entry.uid === process.getuid?.();
    if (!isOwn || now - entry.mtimeMs < dayMilliseconds) return false;
    return !isRunning(Number(await readFile(join(folder, ownerFile), 'utf8')));
  } catch {
    return false;
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
