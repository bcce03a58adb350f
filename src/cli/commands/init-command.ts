import { defineCommand } from '../declaration/command-declaration.ts';

export const initCommand = defineCommand({
  summary: 'create a folder with a first flow, its test and editor settings',
  description: `
Creates flows/hello.yaml, its test flows/hello.test.yaml, the JSON Schemas of flows and tests in .flowgate, and settings
with which Visual Studio Code uses these schemas. Files that exist are kept. To bring the schemas up to date with a newer
version, remove .flowgate and run the command again.`,
  arguments: {
    DIR: {
      summary: 'the folder, which is created; default: the working directory',
      optional: true,
      completion: 'folder',
    },
  },
  exit: { 2: 'a file cannot be written' },
  examples: [
    { line: 'flowgate init robots', does: 'Create a folder' },
    { line: 'flowgate init', does: 'Add a first flow to the working directory' },
  ],
  run: async ({ args }, terminal) => (await import('../actions/init.ts')).initFolder(args.DIR ?? '.', terminal),
});
