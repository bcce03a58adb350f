import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../config/package-root.ts';

/**
 * The URL of the page that explains a code of a problem: on a server if its URL is known, so that others can read it
 * too, else in the folder of this program.
 */
export function problemHelp(code: string, server?: string): string {
  const page = server === undefined ? ownPage : `${server.replace(/\/+$/, '')}/help/reference/problems.html`;
  return `${page}#${encodeURIComponent(code)}`;
}

const ownPage = pathToFileURL(join(packageRoot(), 'docs/reference/problems.md')).href;
