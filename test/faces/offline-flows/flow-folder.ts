import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { languageOptions } from '../../../src/abilities/documents/language-options.ts';
import { prepareFlow, type PreparedFlow, type PrepareOptions } from '../../../src/faces/offline-flows/prepare-flow.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { loadTaskRegistry } from '../../../src/language/task-loader/load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from '../../../src/language/task-loader/task-folder.ts';

const vendor = 'vendor';
// Tests add types, of which `example.Greet` runs on Jenkins only.
const folders = [
  ownTaskFolder(),
  outsideTaskFolder(join(import.meta.dirname, '../../fixtures/task-folders/side-by-side')),
];
const taskTypes = await loadTaskRegistry({ folders, vendor });
export const language = languageOptions(
  { vendor, prefix: 'VENDOR', taskFolders: [], taskSettings: {}, limits: { ...defaultFlowLimits } },
  taskTypes,
);

export const log = 'type: dev.vendor.plugin.core.log.Log';
export const subflow = 'type: dev.vendor.plugin.core.flow.Subflow';

/** A temporary folder with files, for one test. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function flow(id: string, body: string): string {
  return `id: ${id}\nnamespace: tests\ndescription: A flow of a test.\n${body}`;
}

/** Prepares a flow, with the other files beside it. */
export async function prepared(
  text: string,
  files: Readonly<Record<string, string>> = {},
  options: Partial<PrepareOptions> = {},
): Promise<PreparedFlow> {
  const roots = [folderOf({ 'main.yaml': text, ...files })];
  const file = { name: 'main.yaml', path: join(roots[0] ?? '', 'main.yaml'), bytes: Buffer.from(text) };
  return prepareFlow(file, { language, roots, nameOf: (path) => basename(path), ...options });
}

/** `file:line code` for each problem. */
export function lines({ problems: files }: PreparedFlow): readonly string[] {
  return files.flatMap(({ file, problems }) => problems.map(({ line, code }) => `${file}:${line} ${code}`));
}
