import { statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../../problem/message-of.ts';
import { UsageError } from '../terminal.ts';

/**
 * Writes a file that readers never see a part of.
 * @param file relative to the working directory
 * @param options `makesFolder`: whether the folder of the file is created
 * @throws {UsageError} if it cannot be written
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  workingDirectory: string,
  { makesFolder = false }: { readonly makesFolder?: boolean } = {},
): Promise<void> {
  const path = resolve(workingDirectory, file);
  // A device or a pipe, such as /dev/stdout, must not be replaced by a file.
  const isReplaceable = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  const written = isReplaceable ? `${path}.${process.pid}.tmp` : path;
  try {
    if (makesFolder) await mkdir(dirname(path), { recursive: true });
    await writeFile(written, content);
    if (isReplaceable) await rename(written, path);
  } catch (error) {
    // It fails where the file could not be made either, as for a name that is too long.
    if (isReplaceable) await rm(written, { force: true }).catch(() => undefined);
    throw new UsageError(`cannot write ${file}: ${messageOf(error)}.`, { cause: error });
  }
}
