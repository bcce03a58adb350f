import { defineCommand } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/list-options.ts';
import { localGatewayOptions } from '../gateway/gateway-options.ts';

export const typesCommand = defineCommand({
  summary: 'list task types, or describe one',
  description: `
Lists the task types of this installation with their titles, or describes one: its properties and examples.

With --server or --context, asks a running Flowgate, which can have other types. Without these options, no server is used.`,
  arguments: {
    TYPE: {
      summary: 'the name of a type, or its last parts',
      optional: true,
      completion: 'type',
    },
  },
  options: { ...formatOption, ...localGatewayOptions },
  exit: { 1: 'there is no such type' },
  examples: [
    { line: 'flowgate types', does: 'List all types' },
    { line: 'flowgate types Log', does: 'Describe one' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/types.ts')).showTypes(args.TYPE, options, terminal),
});
