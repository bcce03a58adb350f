import { defineCommand } from '../declaration/command-declaration.ts';

export const backupCommand = defineCommand({
  summary: 'write everything that the server stores to a file',
  description: `
Writes flows with all revisions, executions that have ended with their logs and artifacts, uploads, the audit trail,
tokens and webhook keys to a file that only you can read. It works while the server runs and while it does not, with the
settings of the server: run it as the same user, with the same environment variables.

The key that seals secrets is not in the file. Keep FLOWGATE_KEY, or the file key in the data folder, in another
place.`,
  arguments: { FILE: { summary: 'the file to write, or - for standard output', completion: 'file' } },
  exit: { 2: 'the store is not available, or the file cannot be written', 130: 'interrupted; no file was written' },
  environment: {
    FLOWGATE_DATA: 'the data folder of the server, ./data by default',
    REDIS_URL: 'the Redis of the server, if it does not run its own',
  },
  examples: [
    { line: 'flowgate backup flowgate-2026-01-31.backup', does: 'Write a backup to a file' },
    { line: 'flowgate backup - | ssh backups "cat > flowgate.backup"', does: 'Keep the backup on another machine' },
  ],
  run: async ({ args }, terminal) => (await import('../backup/make-backup.ts')).makeBackup(args.FILE, terminal),
});
