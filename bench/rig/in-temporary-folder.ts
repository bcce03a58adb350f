import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesWith } from '../../test/support/processes.ts';

/** Creates a folder for the work and removes it afterwards, and stops a Redis that a killed gateway has left in it. */
export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-rig-'));
  try {
    return await work(folder);
  } finally {
    for (const id of processesWith(`${folder}/`)) process.kill(id, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
