import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

/**
 * Locks a folder for this process, until it is released or the process ends for any reason.
 * The lock is a Unix socket in Linux' abstract namespace: it leaves no file behind that could become stale. On other
 * systems, nothing is locked.
 */
export interface FolderLock {
  release(): void;
}

/** @returns undefined if another process on this machine holds the lock */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  if (process.platform !== 'linux') return { release: () => undefined };
  // Device and inode identify the folder, whatever path is used to reach it.
  const { dev, ino } = statSync(folder);
  const server = createServer().unref();
  return (await listens(server, `\0flowgate-${dev}-${ino}`)) ? { release: () => server.close() } : undefined;
}

function listens(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(true));
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen({ path });
  });
}
