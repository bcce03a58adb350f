import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { messageOf } from '../../problem/message-of.ts';
import type { ExitStatus } from '../exit-status.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { posixPath } from '../files/posix-path.ts';
import { loadLanguageOptions } from '../flows/load-language-options.ts';
import { starterFiles } from '../init/starter-files.ts';

/**
 * Creates a folder with a flow, its test, and settings for an editor. Replaces no file.
 * @param folder relative to the working directory
 * @throws {UsageError} if a file cannot be written
 */
export async function initFolder(folder: string, terminal: Terminal): Promise<ExitStatus> {
  const { environment, workingDirectory, stdout, stderr } = terminal;
  const root = resolve(workingDirectory, folder);
  for (const [file, text] of starterFiles(await loadLanguageOptions(environment))) {
    const path = join(root, file);
    const name = posixPath(relative(workingDirectory, path));
    stdout.write((await create(path, text)) ? `created ${name}\n` : `kept ${name}: it exists\n`);
  }
  const inside = posixPath(relative(workingDirectory, root));
  const cd = inside === '' ? '' : `cd ${inside} && `;
  stderr.write(`Next: ${cd}flowgate test, then flowgate run flows/hello.yaml\n`);
  return 0;
}

/** @returns whether the file is new */
async function create(path: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST' && 'path' in error && error.path === path)
      return false;
    throw new UsageError(`cannot write ${path}: ${messageOf(error)}.`, { cause: error });
  }
}
