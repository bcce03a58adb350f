import { join } from 'node:path';
import { openRegularFile } from '../../engine/shell/open-regular-file.ts';
import type { ArtifactContent } from '../../engine/jenkins/jenkins-gateway.ts';

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
