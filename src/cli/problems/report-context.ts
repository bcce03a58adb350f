import { isAbsolute, relative, resolve } from 'node:path';
import { posixPath } from '../files/posix-path.ts';
import type { Terminal } from '../terminal.ts';
import type { ReportContext } from './file-report.ts';
import { problemHelp } from './problem-help.ts';

/** What reports say about the surroundings: of a CI job if there is one, else of the working directory. */
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
