import { existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../../../base/problem/message-of.ts';
import { UsageError } from '../terminal.ts';

/**
 * Writes a file that appears only when it is complete.
 * @param file relative to the working directory
 * @param content a stream is written as it arrives
 * @param options `makesFolder`: whether the folder of the file is created
 * @throws {UsageError} if it cannot be written, or a stream breaks
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  workingDirectory: string,
  { makesFolder = false }: { readonly makesFolder?: boolean } = {},
): Promise<void> {
  const path = resolve(workingDirectory, file);
  // A device or a pipe, such as /dev/stdout, must not be replaced by a file.
  const isReplaceable = !existsSync(path) || statSync(path).isFile();
  const written = isReplaceable ? `${path}.${process.pid}.tmp` : path;
  try {
    if (makesFolder) await mkdir(dirname(path), { recursive: true });
    await writeFile(written, content);
    if (isReplaceable) await rename(written, path);
  } catch (error) {
    // This also fails if the file could not be created, for example because its name is too long.
    if (isReplaceable) await rm(written, { force: true }).catch(() => undefined);
    throw new UsageError(`cannot write ${file}: ${messageOf(error)}.`, { cause: error });
  }
}
