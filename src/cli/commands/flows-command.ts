import type { CommandGroup } from '../declaration/command-declaration.ts';

export const flowsCommand: CommandGroup = {
  summary: 'list, print, compare, delete and restore flows on a server',
  description: 'Works with the flows on a server. `flowgate apply` creates and updates them from files.',
  commands: {
    list: async () => (await import('./flows/reading-commands.ts')).listCommand,
    get: async () => (await import('./flows/reading-commands.ts')).getCommand,
    delete: async () => (await import('./flows/changing-commands.ts')).deleteCommand,
    restore: async () => (await import('./flows/changing-commands.ts')).restoreCommand,
    revisions: async () => (await import('./flows/revision-commands.ts')).revisionsCommand,
    diff: async () => (await import('./flows/revision-commands.ts')).diffCommand,
  },
};
