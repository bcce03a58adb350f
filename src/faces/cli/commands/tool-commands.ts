import { join } from 'node:path';
import { defineCommand, type CommandDeclaration, type Commands } from '../declaration/command-declaration.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Set up folders, editors, shells and Jenkins for flows. */
export const toolCommands = {
  init: defineCommand({
    summary: 'create a folder with a first flow, its test and editor settings',
    description: `
Creates flows/hello.yaml, its test flows/hello.test.yaml, the JSON Schemas of flows and tests in .flowgate, and settings
that make Visual Studio Code use these schemas. Existing files are kept. To update the schemas after an upgrade, delete
.flowgate and run the command again.`,
    arguments: {
      DIR: {
        summary: 'the folder, which is created if necessary; default: the working directory',
        optional: true,
        completion: 'folder',
      },
    },
    exit: { 2: 'a file cannot be written' },
    examples: {
      'flowgate init robots': 'Create a folder',
      'flowgate init': 'Add a first flow to the working directory',
    },
    run: async ({ args }, terminal) =>
      (await import('../init/create-starter-files.ts')).createStarterFiles(args.DIR ?? '.', terminal),
  }),

  lsp: defineCommand({
    summary: 'run the language server for editors',
    description: `
Serves an editor over the Language Server Protocol, on standard input and output. It reports the same problems of flows in
YAML or JSON as \`flowgate validate\`, and offers completion, hover, definitions, references, renaming and symbols. It ignores
test files (*.test.yaml). docs/how-to/edit-flows-in-an-editor.md shows how to set up editors.`,
    options: { stdio: { summary: 'has no effect; accepted because many editors send it' } },
    exit: { 0: 'the editor shut the server down', 1: 'the editor disconnected without a shutdown' },
    examples: { 'flowgate lsp': 'Start the server, from an editor' },
    run: async (_input, terminal) => {
      const { loadLanguage } = await import('../flows/load-language.ts');
      const { flowSchema } = await import('../../../language/task-types/flow-schema.ts');
      const { createLanguageService } = await import('../../../language/language-service/language-service.ts');
      const { serveEditor } = await import('../language-server/serve-editor.ts');
      const { taskTypes, check } = await loadLanguage(terminal.environment);
      const service = createLanguageService({
        schema: flowSchema(taskTypes),
        taskTypes: taskTypes.types.map(({ documentation }) => documentation),
      });
      return serveEditor({ service, check: (text) => check(text).problems }, terminal);
    },
  }),

  library: defineCommand({
    summary: 'write the shared library for Jenkins',
    description: `
Writes the shared library that runs flows in Jenkins to a folder: vars/flowgate.groovy, and a README for the Jenkins
administrator who installs it. With FLOWGATE_JENKINS_LIBRARY=NAME@VERSION, Jenkinsfiles load the library and contain only
the code of their flow.`,
    arguments: { DIR: { summary: 'the folder to write to', completion: 'folder' } },
    exit: { 2: 'a file cannot be written' },
    examples: { 'flowgate library shared-library': 'Write the library to a folder' },
    run: async ({ args: { DIR: folder } }, { environment, workingDirectory, stdout }) => {
      const { sharedLibrary } = await import('../jenkins-library/shared-library.ts');
      const { writeWhole } = await import('../files/write-whole.ts');
      for (const [name, text] of Object.entries(await sharedLibrary(environment))) {
        await writeWhole(join(folder, name), text, workingDirectory, { makesFolder: true });
        stdout.write(`${join(folder, name)}\n`);
      }
    },
  }),

  completion: defineCommand({
    summary: 'print a script that adds completion to a shell',
    description: `
Prints a script for a shell. With it, the tab key completes commands, options, values, contexts and files. With a server, it
also completes flows and executions.

bash: add eval "$(flowgate completion bash)" to ~/.bashrc. zsh: add eval "$(flowgate completion zsh)" to ~/.zshrc, after
compinit. fish: write the script to ~/.config/fish/completions/flowgate.fish.`,
    arguments: { SHELL: { summary: 'the shell', allowed: shells } },
    examples: {
      'flowgate completion bash': 'Print the script for bash',
      'flowgate completion fish > ~/.config/fish/completions/flowgate.fish': 'Install it for fish',
    },
    run: async ({ args }, terminal) => {
      const { shellScripts } = await import('../completion/shell-scripts.ts');
      terminal.stdout.writeDocument(shellScripts[args.SHELL]);
    },
  }),
} satisfies Commands;

/** The command that the scripts of `completion` call. @param commands the commands to complete */
export function completeCommand(commands: () => Commands): CommandDeclaration {
  return defineCommand({
    hidden: true,
    summary: 'print completions for the word at the cursor',
    description: 'The scripts of `flowgate completion` call this.',
    arguments: { WORD: { summary: 'the words up to the cursor', optional: true, repeated: true } },
    options: { shell: { value: 'SHELL', allowed: shells, default: 'bash', summary: 'the shell' } },
    examples: { 'flowgate __complete -- run --fo': 'Complete a word' },
    run: async ({ args, options: { shell } }, terminal) => {
      const { printCompletions } = await import('../completion/complete-words.ts');
      return printCompletions(args.WORD, { commands: commands(), shell }, terminal);
    },
  });
}
