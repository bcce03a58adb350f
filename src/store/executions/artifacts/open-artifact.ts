import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactContent } from './artifact.ts';
import { openRegularFile } from './open-regular-file.ts';

/**
 * Opens a file of a folder without listing the folder.
 * @param path as `listFiles` returns it @returns undefined for any other path, and for a file that was removed
 */
export async function openArtifact(folder: string, path: string): Promise<ArtifactContent | undefined> {
  if (!isListed(path)) return undefined;
  try {
    // `listFiles` follows no links.
    if ((await realpath(join(folder, path))) !== join(await realpath(folder), path)) return undefined;
    const file = await openRegularFile(join(folder, path));
    if (file === undefined) return undefined;
    const { size } = await file.stat();
    return { stream: file.createReadStream(), size, contentType: 'application/octet-stream' };
  } catch (error) {
    if (missing.has(String((error as NodeJS.ErrnoException).code))) return undefined; // Node's own errors have a code
    throw error;
  }
}

// Also for a path below a file, a name that is too long, and a link that has just replaced the file.
const missing: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

function isListed(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((name) => !['', '.', '..'].includes(name));
}
