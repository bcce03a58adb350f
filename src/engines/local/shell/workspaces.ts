import { createHash } from 'node:crypto';
import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeTree } from '../../../store/executions/artifacts/remove-tree.ts';
import type { WorkPlace } from '../interpreter/run-ports.ts';

export interface WorkspacesOptions {
  /** The folder of the execution. */
  readonly folder: string;
  /** The folder of the workspaces that keep files between executions. */
  readonly keptFolder: string;
}

/** The folder of Flowgate's own files in a workspace. */
export const ownFolder = '.flowgate';
const branchesFolder = 'branches';

/**
 * The workspaces of an execution: one for its flow, and one for each other worker group, or several if tasks use the
 * group at the same time. A branch can have a folder of its own below.
 */
export class Workspaces {
  readonly #options: WorkspacesOptions;
  readonly #prepared = new Set<string>();

  constructor(options: WorkspacesOptions) {
    this.#options = options;
  }

  /** The absolute path of a workspace. */
  path(place: WorkPlace): string {
    const { folder, keptFolder } = this.#options;
    const { workerGroup, keeps, number = 1 } = place;
    const group = workerGroup === undefined ? '' : `@${safeName(workerGroup)}`;
    const name = `workspace${group}${number === 1 ? '' : `@${number}`}`;
    const own = place.folder === undefined ? '' : join(ownFolder, branchesFolder, `${place.folder}`);
    return join(keeps ? keptFolder : folder, name, own);
  }

  /** Removes the files of earlier executions, or at least Flowgate's own. */
  async prepare(place: WorkPlace): Promise<void> {
    const path = this.path(place);
    if (place.folder !== undefined) {
      await removeTree(path);
      await mkdir(path, { recursive: true, mode: 0o755 });
      return;
    }
    this.#prepared.add(path);
    const isKept = place.keeps && (await isFolder(path));
    await removeTree(isKept ? join(path, ownFolder) : path);
    if (dirname(path) !== this.#options.folder) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Only this user can reach it, but a container that mounts it may run as another user.
    await mkdir(path, { recursive: true, mode: 0o755 });
  }

  /** Removes the own folder of a branch, unless a task has made it undeletable. */
  async remove(place: WorkPlace): Promise<void> {
    if (place.folder !== undefined) await removeTree(this.path(place)).catch(() => undefined);
  }

  /**
   * Removes the files of inputs and scripts, which may contain values of secrets; ignores those that a task has made
   * undeletable. Containers may still need theirs.
   */
  async clear(): Promise<void> {
    for (const path of this.#prepared) {
      const own = join(path, ownFolder);
      // A task can have put a link in place of either.
      if (!(await isFolder(path)) || !(await isFolder(own))) continue;
      for (const name of ['files', 'scripts', branchesFolder]) await removeTree(join(own, name)).catch(() => undefined);
      await rmdir(own).catch(() => undefined);
    }
  }
}

/** A name for one folder; different groups have different ones. */
function safeName(group: string): string {
  if (/^\w{1,100}$/.test(group)) return group;
  const digest = createHash('sha256').update(group).digest('hex').slice(0, 8);
  return `${group.replaceAll(/\W/g, '_').slice(0, 100)}-${digest}`;
}

/** A link to a folder does not count. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}
