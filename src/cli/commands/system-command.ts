import { defineCommand } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const systemCommand = defineCommand({
  summary: 'print the state of a server',
  description:
    'Prints the versions of a server, whether Redis and Jenkins can be used, and how many executions it has.',
  options: { ...formatOption, ...gatewayOptions },
  exit: { 0: 'the server is ready', 1: 'the server is not ready' },
  examples: [{ line: 'flowgate system', does: 'Check whether the server works' }],
  run: async ({ options }, terminal) => (await import('../actions/system.ts')).printSystem(options, terminal),
});
