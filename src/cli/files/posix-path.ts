import { sep } from 'node:path';

/** A path with `/`, whatever the system separates by. */
export function posixPath(path: string, separator: string = sep): string {
  return path.replaceAll(separator, '/');
}
