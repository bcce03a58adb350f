import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// The path of a Unix socket has at most 108 bytes on Linux and 104 on macOS, including the final NUL.
const maxSocketPathLength = 100;

/**
 * The path of a Unix socket that only this user can access: in the given folder or, if that path is too long, in a
 * separate folder below the temporary one. The same folder always gives the same path.
 */
export function privateSocketPath(folder: string, name: string): string {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= maxSocketPathLength) return path;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const shortFolder = join(tmpdir(), `flowgate-${process.getuid?.() ?? 0}-${digest}`);
  makePrivateFolder(shortFolder);
  return join(shortFolder, name);
}

/**
 * Creates a folder and its missing parents. Node's recursive mkdir never returns where the system creates no folder
 * below an existing one, as in /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Creates a folder that only this user can enter. @throws if another user has created something in its place */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
    throw new Error(`${folder} is not a folder owned by this user`);
  }
  chmodSync(folder, 0o700);
}
