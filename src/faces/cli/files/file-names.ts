import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';

/** A path with `/`, whatever the separator of the system. */
export function posixPath(path: string, separator: string = sep): string {
  return path.replaceAll(separator, '/');
}

/** Names absolute paths without links for messages: relative to the working directory if they are below it. */
export function fileNames(workingDirectory: string): (path: string) => string {
  const base = realpathSync(workingDirectory);
  return (path) => {
    const name = relative(base, path);
    return name.startsWith('..') ? path : name;
  };
}
