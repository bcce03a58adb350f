import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fencedBlocks } from './pages.ts';

export interface PageStep {
  readonly commands: string;
  /** The expected output; absent if the page shows none. */
  readonly output?: string;
}

const projectFolder = join(import.meta.dirname, '..', '..');
const samples = join('test', 'fixtures', 'flows');
const program = join(projectFolder, 'scripts', 'flowgate.mjs');
const boundary = '---- next ----';

/** The commands of a page, with their expected output. */
export function stepsOf(page: string): readonly PageStep[] {
  return [...page.matchAll(/^```sh\n([^]*?)^```$(?:\n\n```text\n([^]*?)^```$)?/gm)].map(
    ([, commands = '', output]) => ({ commands, output }),
  );
}

/**
 * Runs the commands of a page in sequence in one shell, with the flows of the page and the samples in its folder.
 * @param rewrite rewrites a flow before it is used
 * @returns the output of each step
 */
export async function runPage(
  page: string,
  {
    folder,
    url,
    rewrite = (flow) => flow,
  }: { readonly folder: string; readonly url: string; readonly rewrite?: (flow: string) => string },
): Promise<readonly string[]> {
  mkdirSync(join(folder, samples), { recursive: true });
  cpSync(join(projectFolder, samples), join(folder, samples), { recursive: true });
  for (const file of readdirSync(join(folder, samples))) {
    const path = join(folder, samples, file);
    writeFileSync(path, rewrite(readFileSync(path, 'utf8')));
  }
  for (const flow of fencedBlocks(page, 'yaml'))
    writeFileSync(join(folder, `${/^id: (.*)$/m.exec(flow)?.[1]}.yaml`), rewrite(flow));
  const script = stepsOf(page)
    .map(({ commands }) => commands)
    .join(`echo '${boundary}'\n`);
  const here = script.replaceAll(/(http:\/\/)?localhost:3000/g, url).replaceAll('npx flowgate', 'flowgate');
  const { stdout } = await promisify(execFile)('bash', ['-c', `flowgate() { node ${program} "$@"; }\n${here}\ntrue`], {
    cwd: folder,
    maxBuffer: 10_000_000,
  });
  return stdout.split(`${boundary}\n`);
}

/** Removes ids, times and trailing spaces, so that outputs of different runs can be compared. */
export function comparable(text: string): string {
  return text
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, 'ID')
    .replaceAll(/\b\d+s$/gm, '0s')
    .replaceAll(/ +$/gm, '')
    .trimEnd();
}
