import { statfs } from 'node:fs/promises';

/** What Redis says when it cannot append to its file, or to one at its start. */
const fullDiskLines = /No space left on device|Disk quota exceeded|Short write while writing to the AOF/;
// Redis may have given back what it could not write as a whole.
const fullDiskBytes = 1024 * 1024;

/** Whether a Redis that keeps its data in a folder has ended because there was no space. @param lastLines of what it said */
export async function endedByFullDisk(folder: string, lastLines: string): Promise<boolean> {
  if (fullDiskLines.test(lastLines)) return true;
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks > 0 && bavail * bsize < fullDiskBytes;
  } catch {
    return false; // whatever it was, another start will tell
  }
}
