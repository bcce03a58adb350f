import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageVersion } from '../../config/package-root.ts';
import { libraryFile, librarySource } from '../../jenkinsfile/jenkins-library.ts';
import { UsageError, type Command } from '../command.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { onlyFile, parseArguments } from '../parse-arguments.ts';

export const libraryCommand: Command = {
  name: 'library',
  summary: 'write the shared library for Jenkins',
  help: `Usage: flowgate library DIR

Writes the shared library that runs flows in Jenkins into the folder DIR: vars/flowgate.groovy and a README that tells an
administrator what to do with it. With FLOWGATE_JENKINS_LIBRARY=NAME@VERSION, Jenkinsfiles load the library and hold the
part of the flow alone.

Exit status: 0.`,
  async run(args, terminal) {
    const folder = onlyFile(parseArguments(args, {}).positionals);
    const { taskTypes } = await loadLanguage(terminal.environment);
    const files = { [libraryFile]: librarySource(taskTypes), 'README.md': readme(packageVersion()) };
    for (const [name, text] of Object.entries(files)) {
      write(join(folder, name), text);
      terminal.stdout.write(`${join(folder, name)}\n`);
    }
    return 0;
  },
};

/** @throws {UsageError} when the file cannot be written */
function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const readme = (version: string): string => `# The shared library of Flowgate

Jenkinsfiles of Flowgate load this library, so that each holds only the part of its own flow. \`flowgate library\` of Flowgate
${version} wrote it; nothing in it is to be changed by hand.

1. Commit these files to a Git repository that Jenkins can read, and tag them: \`git tag ${version}\`.
2. In Jenkins, under *Manage Jenkins, System, Global Trusted Pipeline Libraries*, or in the configuration of the folder that
   holds the flows, add a library with the name \`flowgate\` and this repository. It needs the plugin *Pipeline: Groovy Libraries*.
   "Load implicitly" stays off, "Allow default version to be overridden" on.
3. Start Flowgate with \`FLOWGATE_JENKINS_LIBRARY=flowgate@${version}\`. Each flow is pushed again before its next run.

A Jenkinsfile names the library that it was made for by a digest, and its build fails at once when Jenkins loads another one.
So write the library anew after an update of Flowgate, and after a change of the task types in \`FLOWGATE_TASKS\`; keep the tags of
older ones for builds that still run.
`;
