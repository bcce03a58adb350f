import { defineCommand } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const importCommand = defineCommand({
  summary: 'create and update flows from one YAML stream',
  description: `
Creates and updates flows from a YAML stream with a document per flow, as \`flowgate export\` prints it. A rejected document
does not affect the others. \`flowgate apply\` reads a file per flow instead.`,
  arguments: { FILE: { summary: 'a YAML stream, or - for standard input', completion: 'file' } },
  options: {
    'dry-run': { summary: 'print what would happen without changing anything' },
    ...formatOption,
    ...gatewayOptions,
  },
  exit: { 1: 'a document was rejected', 2: 'the file cannot be read, or the server cannot be used' },
  examples: [
    { line: 'flowgate import --dry-run flows.yaml', does: 'Show what would happen' },
    { line: 'flowgate import - --context prod < flows.yaml', does: 'Copy flows to another server' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/exchange.ts')).importFlows(args.FILE, options, terminal),
});
