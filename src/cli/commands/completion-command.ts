import { defineCommand, type CommandDeclaration, type CommandLoaders } from '../declaration/command-declaration.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const completionCommand = defineCommand({
  summary: 'print a script that completes commands in a shell',
  description: `
Prints a script for a shell, which then completes commands, options, values, contexts and files with the tab key. With a
server, it also completes flows and executions.

bash: add eval "$(flowgate completion bash)" to ~/.bashrc. zsh: add eval "$(flowgate completion zsh)" to ~/.zshrc, after
compinit. fish: write the script to ~/.config/fish/completions/flowgate.fish.`,
  arguments: { SHELL: { summary: 'the shell', allowed: shells } },
  examples: [
    { line: 'flowgate completion bash', does: 'Print the script for bash' },
    { line: 'flowgate completion fish > ~/.config/fish/completions/flowgate.fish', does: 'Install it for fish' },
  ],
  run: async ({ args }, terminal) => {
    const { shellScripts } = await import('../completion/shell-scripts.ts');
    terminal.stdout.writeDocument(shellScripts[args.SHELL]);
    return 0;
  },
});

/** What these scripts call. @param commands those to complete */
export function completeCommand(commands: CommandLoaders): CommandDeclaration {
  return defineCommand({
    hidden: true,
    summary: 'print what the word at the cursor can be',
    description: 'The scripts of `flowgate completion` call this.',
    arguments: { WORD: { summary: 'the words up to the cursor', optional: true, repeated: true } },
    options: { shell: { value: 'SHELL', allowed: shells, default: 'bash', summary: 'the shell' } },
    examples: [{ line: 'flowgate __complete -- run --fo', does: 'Complete a word' }],
    run: async ({ args, options: { shell } }, terminal) =>
      (await import('../completion/print-completions.ts')).printCompletions(args.WORD, { commands, shell }, terminal),
  });
}
