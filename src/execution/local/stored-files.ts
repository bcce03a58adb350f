import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { openRegularFile } from '../../engine/shell/open-regular-file.ts';
import type { Artifact, ArtifactContent } from '../../engine/jenkins/jenkins-gateway.ts';

/** All files in a folder and below it, in alphabetical order; none if it does not exist. */
export async function listFiles(folder: string): Promise<readonly Artifact[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
    .map((path) => ({ path }));
}

/** @param path from `listFiles` @returns undefined if it was removed */
export async function openFile(folder: string, path: string): Promise<ArtifactContent | undefined> {
  try {
    const file = await openRegularFile(join(folder, path));
    if (file === undefined) return undefined;
    const { size } = await file.stat();
    return { stream: file.createReadStream(), size, contentType: 'application/octet-stream' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // Node's own errors have a code
    throw error;
  }
}
