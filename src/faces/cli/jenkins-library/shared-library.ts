import type { Environment } from '../../../base/config/environment.ts';
import { packageVersion } from '../../../base/config/package-root.ts';
import { libraryFile, librarySource } from '../../../engines/jenkins/jenkinsfile/jenkins-library.ts';
import { loadLanguage } from '../flows/load-language.ts';

/** The files of the shared library, by their paths. */
export async function sharedLibrary(environment: Environment): Promise<Readonly<Record<string, string>>> {
  const { taskTypes } = await loadLanguage(environment);
  return { [libraryFile]: librarySource(taskTypes), 'README.md': readme(packageVersion()) };
}

const readme = (version: string): string => `# Flowgate shared library

Flowgate's Jenkinsfiles load this library, so each one contains only the code of its own flow. \`flowgate library\` of Flowgate
${version} generated it. Do not edit it by hand.

1. Commit these files to a Git repository that Jenkins can read, and tag them: \`git tag ${version}\`.
2. In Jenkins, add a library with the name \`flowgate\` and this repository, under *Manage Jenkins, System, Global Trusted
   Pipeline Libraries* or in the configuration of the folder that contains the flows. This requires the plugin *Pipeline:
   Groovy Libraries*. Leave "Load implicitly" off and "Allow default version to be overridden" on.
3. Start Flowgate with \`FLOWGATE_JENKINS_LIBRARY=flowgate@${version}\`. It updates the job of each flow before its next run.

A Jenkinsfile identifies its library by a digest, and its build fails immediately when Jenkins loads a different one.
Generate the library again after you update Flowgate or change the task types in \`FLOWGATE_TASKS\`. Keep older tags while
builds still use them.
`;
