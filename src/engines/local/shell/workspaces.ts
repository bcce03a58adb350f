import { createHash } from 'node:crypto';
import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeTree } from '../../../execution/artifacts/remove-tree.ts';
import type { WorkPlace } from '../interpreter/run-ports.ts';

export interface WorkspacesOptions {
  /** The folder of the execution. */
  readonly folder: string;
  /** The folder of the workspaces that keep files between executions. */
  readonly keptFolder: string;
}

/** The folder of Flowgate's own files in a workspace. */
export const ownFolder = '.flowgate';

/** The workspaces of an execution: one for its flow, and one for each other worker group. */
export class Workspaces {
  readonly #options: WorkspacesOptions;
  readonly #prepared = new Set<string>();

  constructor(options: WorkspacesOptions) {
    this.#options = options;
  }

  /** The absolute path of a workspace. */
  path({ workerGroup, keeps }: WorkPlace): string {
    const { folder, keptFolder } = this.#options;
    return join(
      keeps ? keptFolder : folder,
      workerGroup === undefined ? 'workspace' : `workspace@${safeName(workerGroup)}`,
    );
  }

  /** Removes the files of earlier executions, or at least Flowgate's own. */
  async prepare(place: WorkPlace): Promise<void> {
    const path = this.path(place);
    this.#prepared.add(path);
    const isKept = place.keeps && (await isFolder(path));
    await removeTree(isKept ? join(path, ownFolder) : path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Only this user can reach it, but a container that mounts it may run as another user.
    await mkdir(path, { recursive: true, mode: 0o755 });
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
      for (const name of ['files', 'scripts']) await removeTree(join(own, name)).catch(() => undefined);
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
