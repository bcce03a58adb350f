import { defineCommand } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const triggersCommand = defineCommand({
  summary: 'list the schedules and webhooks of a flow',
  description: 'Lists the triggers of a flow: schedules with their next times, webhooks with their paths.',
  arguments: flowArgument,
  options: { ...formatOption, ...gatewayOptions },
  exit: { 1: 'the flow was not found, or you may not read it' },
  examples: [{ line: 'flowgate triggers examples/hello', does: 'List the triggers of a flow' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/keys.ts')).listTriggers(args.FLOW, options, terminal),
});
