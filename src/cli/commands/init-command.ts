import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { messageOf } from '../../problem/message-of.ts';
import { defineCommand } from '../declaration/command-declaration.ts';
import { posixPath } from '../files/posix-path.ts';
import { UsageError } from '../terminal.ts';

export const initCommand = defineCommand({
  summary: 'create a folder with a first flow, its test and editor settings',
  description: `
Creates flows/hello.yaml, its test flows/hello.test.yaml, the JSON Schemas of flows and tests in .flowgate, and settings
with which Visual Studio Code uses these schemas. Files that exist are kept. To bring the schemas up to date with a newer
version, remove .flowgate and run the command again.`,
  arguments: {
    DIR: {
      summary: 'the folder, which is created; default: the working directory',
      optional: true,
      completion: 'folder',
    },
  },
  exit: { 2: 'a file cannot be written' },
  examples: [
    { line: 'flowgate init robots', does: 'Create a folder' },
    { line: 'flowgate init', does: 'Add a first flow to the working directory' },
  ],
  run: async ({ args }, { environment, workingDirectory, stdout, stderr }) => {
    const { loadLanguageOptions } = await import('../flows/load-language-options.ts');
    const { starterFiles } = await import('../init/starter-files.ts');
    const root = resolve(workingDirectory, args.DIR ?? '.');
    for (const [file, text] of starterFiles(await loadLanguageOptions(environment))) {
      const path = join(root, file);
      const name = posixPath(relative(workingDirectory, path));
      stdout.write((await create(path, text)) ? `created ${name}\n` : `kept ${name}: it exists\n`);
    }
    const inside = posixPath(relative(workingDirectory, root));
    const cd = inside === '' ? '' : `cd ${inside} && `;
    stderr.write(`Next: ${cd}flowgate test, then flowgate run flows/hello.yaml\n`);
    return 0;
  },
});

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
