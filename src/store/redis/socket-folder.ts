import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// A Unix socket's path has 108 bytes on Linux and 104 on macOS, with its final NUL.
const maxSocketPathLength = 100;

/**
 * The path for a Unix socket that only this user can reach: in the given folder, or, where that path is too long, in
 * a folder of its own below the temporary one. The same folder always gives the same path.
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
 * Makes a folder with those above it, where they are missing. Node's recursive way tries for ever where the system makes
 * no folder below one that is there, as in /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Makes a folder that only this user can enter. @throws when somebody else has put something in its place */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
    throw new Error(`${folder} is not a folder of this user`);
  }
  chmodSync(folder, 0o700);
}
