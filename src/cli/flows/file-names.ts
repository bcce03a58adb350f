import { realpathSync } from 'node:fs';
import { relative } from 'node:path';

/** Names absolute paths without links for messages: relative to the working directory if they are below it. */
export function fileNames(workingDirectory: string): (path: string) => string {
  const base = realpathSync(workingDirectory);
  return (path) => {
    const name = relative(base, path);
    return name.startsWith('..') ? path : name;
  };
}
