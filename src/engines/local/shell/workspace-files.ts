import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isIgnoredByAnt, type AntPattern } from '../../../store/executions/artifacts/ant-pattern.ts';
import { ownFolder } from './workspaces.ts';

export interface FoundFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Absolute, without links; undefined if a name of the path is not UTF-8, which no artifact can have. */
  readonly source: string | undefined;
}

/**
 * The files of a workspace that match, except Flowgate's own. Links are followed within the workspace only. A task can
 * replace anything at any time, so callers that open a file must check that it is still the same.
 * @param root absolute, without links
 */
export async function* workspaceFiles(
  root: string,
  includes: readonly AntPattern[],
  stop: AbortSignal,
): AsyncGenerator<FoundFile> {
  const open: { readonly names: readonly string[]; readonly folder: string; readonly above: readonly string[] }[] = [
    { names: [], folder: root, above: [] },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { names, folder, above } = next;
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
      if (stop.aborted) return;
      const name = entry.name.toString();
      const path = [...names, name];
      if (!entry.name.equals(Buffer.from(name))) {
        if (includes.some((pattern) => pattern.matches(path) || pattern.mayMatchIn(path)))
          yield { path: path.join('/'), source: undefined };
        continue;
      }
      const found = await kindOf(entry, join(folder, name), root);
      if (found === undefined || isOwn(found.source, root)) continue;
      const { source, isFolder } = found;
      if (isIgnoredByAnt(name, isFolder)) continue;
      if (!isFolder) {
        if (includes.some((pattern) => pattern.matches(path))) yield { path: path.join('/'), source };
      } else if (includes.some((pattern) => pattern.mayMatchIn(path)) && ![...above, folder].includes(source)) {
        open.push({ names: path, folder: source, above: [...above, folder] });
      }
    }
  }
}

/** Undefined for an item that is neither a file nor a folder, and for a link that is broken or leads outside. */
async function kindOf(
  entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>,
  path: string,
  root: string,
): Promise<{ readonly source: string; readonly isFolder: boolean } | undefined> {
  if (entry.isFile()) return { source: path, isFolder: false };
  if (entry.isDirectory()) return { source: path, isFolder: true };
  const source = entry.isSymbolicLink() ? await realPathWithin(root, path) : undefined;
  if (source === undefined) return undefined;
  const target = await stat(source);
  return target.isFile() || target.isDirectory() ? { source, isFolder: target.isDirectory() } : undefined;
}

/** Undefined for a link that is broken or leads outside. */
async function realPathWithin(root: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return real.startsWith(`${root}/`) ? real : undefined;
  } catch {
    return undefined;
  }
}

function isOwn(path: string, root: string): boolean {
  const own = join(root, ownFolder);
  return path === own || path.startsWith(`${own}/`);
}
