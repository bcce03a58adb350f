import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RunFailure } from '../local/stop-control.ts';
import { shortened } from '../../problem/describe-value.ts';
import { ShownPaths } from '../../masking/shown-paths.ts';
import { AntPattern, isIgnoredByAnt } from './ant-pattern.ts';
import { copyStableFile } from './copy-stable-file.ts';
import { isThere } from './input-files.ts';
import { ownFolder } from './workspaces.ts';

// A path can have thousands of characters.
const maxReason = 300;

export interface OutputFilesOptions {
  /** Where the files are kept, under their paths in the workspace, with secrets masked. */
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
  #bytes = 0;

  readonly #paths: ShownPaths;

  /** @param mask replaces secrets in paths */
  constructor(options: OutputFilesOptions, mask: (text: string) => string) {
    this.#options = options;
    this.#paths = new ShownPaths(mask);
  }

  /**
   * Keeps the files of a workspace that match a pattern of Ant, except Flowgate's own. A pattern that is the exact name
   * of a file or folder means that file, or everything in that folder.
   * @returns how many files it has kept
   * @param stop ends it early, between files or in the middle of one
   * @throws {RunFailure} if they exceed a limit or cannot be copied
   */
  async keep(workspace: string, patterns: readonly string[], stop: AbortSignal): Promise<number> {
    const includes: AntPattern[] = [];
    for (const pattern of patterns) includes.push(...(await expanded(pattern, workspace)));
    if (includes.length === 0) return 0;
    try {
      const root = await realpath(workspace);
      let count = 0;
      for await (const file of filesIn(root, includes, stop)) {
        await this.#copy(file, stop);
        count++;
      }
      return count;
    } catch (error) {
      if (error instanceof RunFailure) throw error;
      throw new RunFailure(`The output files could not be kept: ${shortened(String(error), maxReason)}`);
    }
  }

  async #copy({ path, source }: FoundFile, stop: AbortSignal): Promise<void> {
    const target = join(this.#options.folder, this.#paths.of(path));
    await copyStableFile(source, target, { stop, onSize: (size) => this.#count(path, size) });
  }

  #count(path: string, size: number): void {
    const { maxBytes = Infinity, maxFiles = Infinity } = this.#options;
    this.#bytes += size - (this.#kept.get(path) ?? 0);
    this.#kept.set(path, size);
    if (this.#kept.size > maxFiles) throw new RunFailure(`The execution has more than ${maxFiles} output files`);
    if (this.#bytes > maxBytes)
      throw new RunFailure(`The output files of the execution are larger than ${maxBytes} bytes together`);
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
}

/** The files below a folder that match. Links are followed within the folder only. */
async function* filesIn(root: string, includes: readonly AntPattern[], stop: AbortSignal): AsyncGenerator<FoundFile> {
  const open: { readonly names: readonly string[]; readonly folder: string; readonly above: readonly string[] }[] = [
    { names: [], folder: root, above: [] },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { names, folder, above } = next;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (stop.aborted) return;
      const path = [...names, entry.name];
      if (path.length === 1 && entry.name === ownFolder) continue;
      const found = await kindOf(entry, folder, root);
      if (found === undefined) continue;
      const { source, isFolder } = found;
      if (isIgnoredByAnt(entry.name, isFolder)) continue;
      if (!isFolder) {
        if (includes.some((pattern) => pattern.matches(path))) yield { path: path.join('/'), source };
      } else if (includes.some((pattern) => pattern.mayMatchIn(path)) && ![...above, folder].includes(source)) {
        open.push({ names: path, folder: source, above: [...above, folder] });
      }
    }
  }
}

/** Undefined for what is neither a file nor a folder, and for a link that leads elsewhere or nowhere. */
async function kindOf(
  entry: Dirent,
  folder: string,
  root: string,
): Promise<{ readonly source: string; readonly isFolder: boolean } | undefined> {
  const path = join(folder, entry.name);
  if (entry.isFile()) return { source: path, isFolder: false };
  if (entry.isDirectory()) return { source: path, isFolder: true };
  const source = entry.isSymbolicLink() ? await realPathWithin(root, path) : undefined;
  if (source === undefined) return undefined;
  const target = await stat(source);
  return target.isFile() || target.isDirectory() ? { source, isFolder: target.isDirectory() } : undefined;
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
