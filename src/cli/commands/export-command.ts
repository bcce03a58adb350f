import { defineCommand } from '../declaration/command-declaration.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const exportCommand = defineCommand({
  summary: 'print all flows of a server as one YAML stream',
  description: `
Prints the latest sources of all flows that you may read, or of those in a namespace, as one YAML stream with a document per
flow. \`flowgate import\` reads it. \`flowgate pull\` writes a file per flow instead.`,
  arguments: { NAMESPACE: { summary: 'a namespace', optional: true, completion: 'namespace' } },
  options: {
    output: { value: 'FILE', short: 'o', completion: 'file', summary: 'write to this file instead' },
    ...gatewayOptions,
  },
  exit: { 1: 'you may not read the namespace' },
  examples: [
    { line: 'flowgate export -o flows.yaml', does: 'Save all flows to a file' },
    { line: 'flowgate export robotics', does: 'Print the flows of a namespace' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/exchange.ts')).exportFlows(args.NAMESPACE, options, terminal),
});
