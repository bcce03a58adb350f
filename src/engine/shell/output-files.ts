import { copyFile, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RunFailure } from '../local/stop-control.ts';
import { AntPattern, isIgnoredByAnt } from './ant-pattern.ts';
import { isThere } from './input-files.ts';
import { removeTree } from './remove-tree.ts';
import { ownFolder } from './workspaces.ts';

export interface OutputFilesOptions {
  /** Where the files are kept, under their paths in the workspace. */
  readonly folder: string;
  /** Of all files of an execution together; by default unlimited. */
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

/** The output files of an execution. `archiveFiles` of `templates/runtime/script.groovy.hbs` keeps the same files. */
export class OutputFiles {
  readonly #options: OutputFilesOptions;
  /** Sizes in bytes by path. */
  readonly #kept = new Map<string, number>();

  constructor(options: OutputFilesOptions) {
    this.#options = options;
  }

  /**
   * Keeps the files of a workspace that match a pattern of Ant, except Flowgate's own. A pattern that is the exact name
   * of a file or folder means that file, or everything in that folder.
   * @throws {RunFailure} if they exceed a limit or cannot be copied
   */
  async keep(workspace: string, patterns: readonly string[]): Promise<void> {
    const includes: AntPattern[] = [];
    for (const pattern of patterns) includes.push(...(await expanded(pattern, workspace)));
    if (includes.length === 0) return;
    try {
      const root = await realpath(workspace);
      for await (const file of filesIn(root, includes)) await this.#copy(file);
    } catch (error) {
      if (error instanceof RunFailure) throw error;
      throw new RunFailure(`The output files could not be kept: ${String(error)}`);
    }
  }

  async #copy({ path, source, size }: FoundFile): Promise<void> {
    const { folder, maxBytes = Infinity, maxFiles = Infinity } = this.#options;
    this.#kept.set(path, size);
    if (this.#kept.size > maxFiles) throw new RunFailure(`The execution has more than ${maxFiles} output files`);
    const total = [...this.#kept.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (total > maxBytes)
      throw new RunFailure(`The output files of the execution are larger than ${maxBytes} bytes together`);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await removeTree(target);
    await copyFile(source, target);
  }
}

/** The patterns that one pattern of a task stands for. */
async function expanded(pattern: string, workspace: string): Promise<readonly AntPattern[]> {
  const plain = plainPattern(pattern);
  if (plain === '') return [];
  const named = plain.replace(/\/$/, '');
  if (plain === '**' || !(await isThere(join(workspace, named)))) {
    const parts = plain.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
    // Ant takes no pattern for every file.
    return (parts.length === 0 ? ['**'] : parts).map((part) => new AntPattern(part));
  }
  const name = named.replaceAll(',', '?');
  return [new AntPattern(name), new AntPattern(`${name}/**`)];
}

/** A pattern without `./`; a `/` at its end means everything in a folder. */
function plainPattern(pattern: string): string {
  const trimmed = pattern.trim();
  if (trimmed === '') return '';
  const plain = `/${trimmed}`.replaceAll(/(?:\/\.)+(?=\/|$)/g, '').replace(/\/+$/, '/');
  return plain === '' || plain === '/' ? '**' : plain.slice(1);
}

interface FoundFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Absolute, without links. */
  readonly source: string;
  readonly size: number;
}

/** The files below a folder that match. Links are followed within the folder only. */
async function* filesIn(root: string, includes: readonly AntPattern[]): AsyncGenerator<FoundFile> {
  const open: { readonly names: readonly string[]; readonly folder: string; readonly above: readonly string[] }[] = [
    { names: [], folder: root, above: [] },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { names, folder, above } = next;
    for (const name of await readdir(folder)) {
      const path = [...names, name];
      if (path.length === 1 && name === ownFolder) continue;
      const source = await realPathWithin(root, join(folder, name));
      if (source === undefined) continue;
      const entry = await stat(source);
      if (entry.isDirectory()) {
        const isWorthIt = !isIgnoredByAnt(name, true) && includes.some((pattern) => pattern.mayMatchIn(path));
        if (isWorthIt && ![...above, folder].includes(source))
          open.push({ names: path, folder: source, above: [...above, folder] });
      } else if (entry.isFile() && !isIgnoredByAnt(name, false) && includes.some((pattern) => pattern.matches(path))) {
        yield { path: path.join('/'), source, size: entry.size };
      }
    }
  }
}

/** Undefined for a link that leads elsewhere or nowhere. */
async function realPathWithin(root: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return real.startsWith(`${root}/`) && !real.startsWith(`${root}/${ownFolder}/`) ? real : undefined;
  } catch {
    return undefined;
  }
}
