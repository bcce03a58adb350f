import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact, ArtifactContent } from './artifact.ts';
import { listFiles } from './list-files.ts';
import { openArtifact } from './open-artifact.ts';
import { removeTree } from './remove-tree.ts';

/** The path of a copy in progress, in the folder of an execution's artifacts; no artifact has this path. */
export const partFile = '.flowgate';

/** The artifacts on this machine, which are kept as long as the records of their executions. */
export class ArtifactFolder {
  readonly #root: string;

  /** @param dataFolder absolute path */
  constructor(dataFolder: string) {
    this.#root = join(dataFolder, 'executions', 'artifacts');
  }

  /** The folder of an execution's artifacts. */
  path(executionId: string): string {
    return join(this.#root, executionId);
  }

  /** The executions that have a folder. */
  ids(): Promise<readonly string[]> {
    return readdir(this.#root).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  async list(executionId: string): Promise<readonly Artifact[]> {
    return (await listFiles(this.path(executionId), partFile)).map((path) => ({ path }));
  }

  /** @returns undefined for a path that is not in the list */
  open(executionId: string, path: string): Promise<ArtifactContent | undefined> {
    return openArtifact(this.path(executionId), path);
  }

  /** 0 without artifacts. */
  async bytes(executionId: string): Promise<number> {
    const options = { recursive: true, withFileTypes: true } as const;
    const files = await readdir(this.path(executionId), options).catch(() => []); // none, or removed
    let bytes = 0;
    for (const file of files) {
      if (!file.isFile()) continue;
      bytes += (await lstat(join(file.parentPath, file.name)).catch(() => ({ size: 0 }))).size;
    }
    return bytes;
  }

  async remove(executionId: string): Promise<void> {
    await removeTree(this.path(executionId));
  }

  /** Removes a copy that a crash left behind. */
  async removePart(executionId: string): Promise<void> {
    await removeTree(join(this.path(executionId), partFile));
  }
}
