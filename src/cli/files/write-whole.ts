import { statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../../problem/message-of.ts';
import { UsageError } from '../terminal.ts';

/**
 * Writes a file that readers never see a part of.
 * @param file relative to the working directory
 * @throws {UsageError} if it cannot be written
 */
export async function writeWhole(file: string, text: string, workingDirectory: string): Promise<void> {
  const path = resolve(workingDirectory, file);
  // A device or a pipe, such as /dev/stdout, must not be replaced by a file.
  const isReplaceable = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  const written = isReplaceable ? `${path}.${process.pid}.tmp` : path;
  try {
    await writeFile(written, text);
    if (isReplaceable) await rename(written, path);
  } catch (error) {
    if (isReplaceable) await rm(written, { force: true });
    throw new UsageError(`cannot write ${file}: ${messageOf(error)}.`, { cause: error });
  }
}
