import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { LanguageOptions } from '../../../abilities/documents/language-operations.ts';
import { packageRoot } from '../../../base/config/package-root.ts';
import { messageOf } from '../../../base/problem/message-of.ts';
import { flowSchema } from '../../../language/task-types/flow-schema.ts';
import { testSchema } from '../../../language/test-files/test-schema.ts';
import { posixPath } from '../files/file-names.ts';
import { loadLanguageOptions } from '../flows/load-language-options.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** Creates the files of a new folder with flows, and prints each. Keeps existing files. @throws {UsageError} */
export async function createStarterFiles(
  folder: string,
  { environment, workingDirectory, stdout, stderr }: Terminal,
): Promise<void> {
  const root = resolve(workingDirectory, folder);
  for (const [file, text] of starterFiles(await loadLanguageOptions(environment, { isPrinted: false }))) {
    const path = join(root, file);
    const name = posixPath(relative(workingDirectory, path));
    stdout.write((await create(path, text)) ? `created ${name}\n` : `kept ${name}: it already exists\n`);
  }
  const inside = posixPath(relative(workingDirectory, root));
  const cd = inside === '' ? '' : `cd ${inside} && `;
  stderr.write(`Next: ${cd}flowgate test, then flowgate run flows/hello.yaml\n`);
}

/** The files of `templates/init`: a flow, its test, and the settings of an editor. */
const templates = ['flows/hello.yaml', 'flows/hello.test.yaml', '.vscode/settings.json'];

/** The files by their paths in the folder, with `/`. */
function starterFiles({ vendor, taskTypes }: LanguageOptions): ReadonlyMap<string, string> {
  const folder = join(packageRoot(), 'templates/init');
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('dev.vendor.', `dev.${vendor}.`);
  return new Map([
    ...templates.map((file) => [file, textOf(file)] as const),
    ['.flowgate/flow.schema.json', jsonText(flowSchema(taskTypes))],
    ['.flowgate/test.schema.json', jsonText(testSchema)],
  ]);
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
