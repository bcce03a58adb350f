import { defineCommand } from '../declaration/command-declaration.ts';

export const restoreCommand = defineCommand({
  summary: 'restore what the server stores from a backup',
  description: `
Checks a backup and writes it to an empty store. The server must be stopped; it does not start until a restore that was
interrupted has been repeated. Executions that were open when the backup was made have the state KILLED: they are never
started again.`,
  arguments: { FILE: { summary: 'a file that flowgate backup wrote, or - for standard input', completion: 'file' } },
  options: {
    replace: { summary: 'remove everything that the store holds now' },
    yes: { summary: 'do not ask before everything is removed' },
    'other-key': {
      summary: 'restore a backup that was made with another key, without the keys of webhooks, which that key seals',
    },
  },
  exit: { 2: 'the backup is damaged, another key is set, or the store has data or is in use' },
  environment: {
    FLOWGATE_DATA: 'the data folder of the server, ./data by default',
    REDIS_URL: 'the Redis of the server, if it does not run its own',
    FLOWGATE_KEY: 'the key with which the backup was made, unless it is in the data folder',
  },
  examples: [
    { line: 'flowgate restore flowgate-2026-01-31.backup', does: 'Restore a backup to an empty store' },
    { line: 'flowgate restore flowgate.backup --replace', does: 'Go back to a backup' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../backup/make-backup.ts')).restoreFromBackup(args.FILE, options, terminal),
});
