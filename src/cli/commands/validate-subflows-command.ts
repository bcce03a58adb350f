import { defineCommand } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const validateSubflowsCommand = defineCommand({
  summary: 'check the flows that a flow on a server calls',
  description: `
Checks whether the flows that a flow calls exist now, whether its values fit their inputs, and whether the calls form a
cycle. Prints a line for each problem. \`flowgate validate\` checks the calls between files.`,
  arguments: flowArgument,
  options: {
    revision: { value: 'N', integer: { min: 1 }, summary: 'the calls of this revision instead of the latest' },
    ...formatOption,
    ...gatewayOptions,
  },
  exit: { 0: 'no call has an error', 1: 'a call has an error, or the flow was not found' },
  examples: [{ line: 'flowgate validate-subflows devops/release', does: 'Check what a flow calls' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/validate-subflows.ts')).validateSubflows(args.FLOW, options, terminal),
});
