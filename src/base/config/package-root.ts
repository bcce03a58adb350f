import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of Flowgate's package.json, whether this file runs as source or compiled into `dist`. */
export function packageRoot(): string {
  return folderAbove('package.json');
}

/** The folder of the program, with `src` and `tasks`: the package, or where they are compiled to, such as `dist` in it. */
export function programFolder(): string {
  return folderAbove('tasks');
}

function folderAbove(name: string): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, name))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No ${name} above ${import.meta.dirname}`);
    folder = parent;
  }
  return folder;
}

/**
 * The path of a module of Flowgate that is the program of a process. The build moves most other modules into shared files.
 * @param name its path in the program's folder, without the extension
 */
export function processModule(name: string): URL {
  return pathToFileURL(join(programFolder(), `${name}${isCompiled ? '.js' : '.ts'}`));
}

const isCompiled = import.meta.filename.endsWith('.js');

/** Flowgate's version, from package.json. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}
