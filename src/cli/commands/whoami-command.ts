import { defineCommand } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const whoamiCommand = defineCommand({
  summary: 'print who you are on a server, and what you may do',
  description: 'Prints the user that the server sees in your token or user id, and your rights in namespaces.',
  options: { ...formatOption, ...gatewayOptions },
  exit: { 0: 'the server knows you', 1: 'the server does not know you' },
  examples: [{ line: 'flowgate whoami --context prod', does: 'Check a token' }],
  run: async ({ options }, terminal) => (await import('../actions/system.ts')).printWhoAmI(options, terminal),
});
