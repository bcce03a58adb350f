import type { ExitStatus } from '../exit-status.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { packageVersion } from '../../config/package-root.ts';
import { libraryFile, librarySource } from '../../engines/jenkins/jenkinsfile/jenkins-library.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { loadLanguage } from '../flows/load-language.ts';

export async function writeLibrary(folder: string, terminal: Terminal): Promise<ExitStatus> {
  const { taskTypes } = await loadLanguage(terminal.environment);
  const files = { [libraryFile]: librarySource(taskTypes), 'README.md': readme(packageVersion()) };
  for (const [name, text] of Object.entries(files)) {
    write(resolve(terminal.workingDirectory, folder, name), text);
    terminal.stdout.write(`${join(folder, name)}\n`);
  }
  return 0;
}

/** @throws {UsageError} when the file cannot be written */
function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const readme = (version: string): string => `# Flowgate shared library

Flowgate's Jenkinsfiles load this library, so that each contains only the code of its own flow. \`flowgate library\` of Flowgate
${version} generated it. Do not edit it by hand.

1. Commit these files to a Git repository that Jenkins can read, and tag them: \`git tag ${version}\`.
2. In Jenkins, add a library with the name \`flowgate\` and this repository, under *Manage Jenkins, System, Global Trusted
   Pipeline Libraries* or in the configuration of the folder that contains the flows. This requires the plugin *Pipeline:
   Groovy Libraries*. Leave "Load implicitly" off and "Allow default version to be overridden" on.
3. Start Flowgate with \`FLOWGATE_JENKINS_LIBRARY=flowgate@${version}\`. It pushes each flow again before its next run.

A Jenkinsfile identifies its library by a digest, and its build fails immediately when Jenkins loads a different one.
Generate the library again after you update Flowgate or change the task types in \`FLOWGATE_TASKS\`. Keep older tags while
builds still use them.
`;
