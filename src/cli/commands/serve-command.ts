import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';

export const serveCommand: Command = {
  help: `Usage: flowgate serve

Starts the server. Configure it with environment variables; docs/reference/configuration.md lists them.`,
  async run(args, terminal) {
    const { positionals } = parseArguments(args, {});
    if (positionals.length > 0) throw new UsageError(`serve accepts no arguments, but got ${positionals.join(' ')}.`);
    await terminal.serve();
    return 0;
  },
};
