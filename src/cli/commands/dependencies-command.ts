import { defineCommand } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const dependenciesCommand = defineCommand({
  summary: 'print which flows a flow calls, and which call it',
  description: `
Prints the flows that a flow calls directly and those that call it, according to their latest revisions. With --format json,
prints the whole graph.`,
  arguments: flowArgument,
  options: { ...formatOption, ...gatewayOptions },
  exit: { 1: 'the flow was not found, or you may not read it' },
  examples: [{ line: 'flowgate dependencies examples/hello', does: 'Print what depends on a flow' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/dependencies.ts')).printDependencies(args.FLOW, options, terminal),
});
