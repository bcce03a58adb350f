import { defineCommand } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const sealCommand = defineCommand({
  summary: 'seal a secret for the triggers of a flow',
  description: `
Encrypts a value with the key of the server, and prints the text that stands for it in the inputs of a trigger. It can be
used only for this secret input of this flow, which need not exist yet. The value comes from standard input; on a terminal, the
command asks for it and does not show it.`,
  arguments: { ...flowArgument, INPUT: { summary: 'the id of a secret input' } },
  options: gatewayOptions,
  exit: { 1: 'you may not do this, or the server rejects the value' },
  examples: [
    { line: 'flowgate seal examples/hello token', does: 'Type a secret, and copy the result into the flow' },
    { line: 'flowgate seal examples/hello token --context production', does: 'Seal it for another server' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/seal.ts')).seal({ flow: args.FLOW, input: args.INPUT }, options, terminal),
});
