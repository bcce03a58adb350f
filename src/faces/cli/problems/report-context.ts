import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../../base/config/package-root.ts';
import { posixPath } from '../files/file-names.ts';
import type { Terminal } from '../terminal.ts';

/** What reports for other programs contain besides the problems. */
export interface ReportContext {
  /** The path of a file from the root of its repository, with `/`. */
  readonly repositoryPath: (file: string) => string;
  /** The warnings that task types declare, by code; absent if a server checked the files. */
  readonly taskWarnings?: ReadonlyMap<string, { readonly title: string }>;
  /** The page that explains a code. */
  readonly helpUrl: (code: string) => string;
}

/** The root is that of a CI job if there is one, else the working directory. */
export function reportContext({ environment, workingDirectory }: Terminal): ReportContext {
  const { GITHUB_WORKSPACE, CI_PROJECT_DIR, WORKSPACE, FLOWGATE_SERVER } = environment;
  const roots = [GITHUB_WORKSPACE, CI_PROJECT_DIR, WORKSPACE, workingDirectory].filter((root) => root);
  return {
    repositoryPath(file) {
      const path = resolve(workingDirectory, file);
      const paths = roots.map((root) => relative(root ?? '', path));
      return posixPath(paths.find((each) => !each.startsWith('..') && !isAbsolute(each)) ?? file);
    },
    helpUrl: (code) => problemHelp(code, FLOWGATE_SERVER || undefined),
  };
}

/**
 * The URL of the page that explains a problem code: on the server if its URL is known, so that others can read it too,
 * else in the folder of this program.
 */
export function problemHelp(code: string, server?: string): string {
  const page = server === undefined ? ownPage : `${server.replace(/\/+$/, '')}/help/reference/problems.html`;
  return `${page}#${encodeURIComponent(code)}`;
}

const ownPage = pathToFileURL(join(packageRoot(), 'docs/reference/problems.md')).href;
