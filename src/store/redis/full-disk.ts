import { statfs } from 'node:fs/promises';

/** Messages of Redis when it cannot append to its file, or write one at startup. */
const fullDiskLines = /No space left on device|Disk quota exceeded|Short write while writing to the AOF/;
// Redis may have removed what it could not write completely.
const fullDiskBytes = 1024 * 1024;

/** Whether a Redis with its data in a folder has exited because the disk is full. @param lastLines its last output */
export async function endedByFullDisk(folder: string, lastLines: string): Promise<boolean> {
  if (fullDiskLines.test(lastLines)) return true;
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks > 0 && bavail * bsize < fullDiskBytes;
  } catch {
    return false; // the next start will show the reason
  }
}
