import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesWith } from '../../support/processes.ts';

/** A folder that is gone with everything in it when the work is done, and with the Redis that a killed gateway has left there. */
export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-hard-'));
  try {
    return await work(folder);
  } finally {
    for (const id of processesWith(`${folder}/`)) process.kill(id, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
