import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const maxMilliseconds = 10_000;

/** The bytes on the disk of each folder with everything in it; a folder that does not exist is left out. */
export async function diskUsage(folders: readonly string[]): Promise<ReadonlyMap<string, number>> {
  // Counts what it can even if it ends with an error: tasks change their folders all the time.
  const { stdout } = await promisify(execFile)('du', ['-sk', '--', ...folders], { timeout: maxMilliseconds }).catch(
    (error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  const lines = stdout.split('\n').map((line) => line.split('\t'));
  return new Map(lines.flatMap(([size, path]) => (path === undefined ? [] : [[path, Number(size) * 1024] as const])));
}
