import { defineCommand } from '../declaration/command-declaration.ts';

export const libraryCommand = defineCommand({
  summary: 'write the shared library for Jenkins',
  description: `
Writes the shared library that runs flows in Jenkins to a folder: vars/flowgate.groovy, and a README that tells an
administrator how to install it. With FLOWGATE_JENKINS_LIBRARY=NAME@VERSION, Jenkinsfiles load the library and contain
only the code of their flow.`,
  arguments: { DIR: { summary: 'the folder to write to', completion: 'folder' } },
  exit: { 2: 'a file cannot be written' },
  examples: [{ line: 'flowgate library shared-library', does: 'Write the library to a folder' }],
  run: async ({ args }, terminal) => (await import('../actions/library.ts')).writeLibrary(args.DIR, terminal),
});
