import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeWhole } from '../files/write-whole.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Writes a file in a folder that is created if necessary, and says so. Keeps a file with another content, which somebody may
 * have finished by hand, unless it is forced.
 * @returns whether the file has the content
 * @throws {UsageError} if it cannot be written
 */
export async function writeNew(
  file: string,
  text: string,
  { isForced }: { readonly isForced: boolean },
  { workingDirectory, stderr }: Terminal,
): Promise<boolean> {
  const existing = await readFile(resolve(workingDirectory, file), 'utf8').catch(() => undefined);
  if (existing === text) return true;
  if (existing !== undefined && !isForced) {
    stderr.writeMessage(`kept ${file}, which is different; --force replaces it.`);
    return false;
  }
  await writeWhole(file, text, workingDirectory, { makesFolder: true });
  stderr.write(`wrote ${file}\n`);
  return true;
}
