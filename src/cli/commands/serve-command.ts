import { defineCommand } from '../declaration/command-declaration.ts';

export const serveCommand = defineCommand({
  summary: 'start the server',
  description: `
Starts the server and runs it until SIGTERM or Ctrl-C. Environment variables configure it;
docs/reference/configuration.md lists them.`,
  environment: { PORT: 'the port, 3000 by default', REDIS_URL: 'the Redis to use instead of one of its own' },
  examples: [{ line: 'flowgate serve', does: 'Start the server' }],
  run: async (_input, terminal) => {
    await terminal.serve();
    return 0;
  },
});
