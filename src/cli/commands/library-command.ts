import { join } from 'node:path';
import { packageVersion } from '../../config/package-root.ts';
import { defineCommand } from '../declaration/command-declaration.ts';
import { writeWhole } from '../files/write-whole.ts';

export const libraryCommand = defineCommand({
  summary: 'write the shared library for Jenkins',
  description: `
Writes the shared library that runs flows in Jenkins to a folder: vars/flowgate.groovy, and a README that tells an
administrator how to install it. With FLOWGATE_JENKINS_LIBRARY=NAME@VERSION, Jenkinsfiles load the library and contain
only the code of their flow.`,
  arguments: { DIR: { summary: 'the folder to write to', completion: 'folder' } },
  exit: { 2: 'a file cannot be written' },
  examples: [{ line: 'flowgate library shared-library', does: 'Write the library to a folder' }],
  run: async ({ args: { DIR: folder } }, { environment, workingDirectory, stdout }) => {
    const { loadLanguage } = await import('../flows/load-language.ts');
    const { libraryFile, librarySource } = await import('../../engines/jenkins/jenkinsfile/jenkins-library.ts');
    const { taskTypes } = await loadLanguage(environment);
    const files = { [libraryFile]: librarySource(taskTypes), 'README.md': readme(packageVersion()) };
    for (const [name, text] of Object.entries(files)) {
      await writeWhole(join(folder, name), text, workingDirectory, { makesFolder: true });
      stdout.write(`${join(folder, name)}\n`);
    }
    return 0;
  },
});

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
