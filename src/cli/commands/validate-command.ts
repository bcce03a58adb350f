import { defineCommand } from '../declaration/command-declaration.ts';
import { flowFiles } from '../declaration/common-arguments.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const validateCommand = defineCommand({
  summary: 'check flows and print their problems',
  description: `
Checks flows in YAML or JSON. No server, Redis or Jenkins is needed.

With --server, a running Flowgate checks the flows: it has its own task types and knows the flows that they call. Without
the option, no server is used, even if FLOWGATE_SERVER is set.`,
  arguments: flowFiles,
  options: {
    format: {
      value: 'FORMAT',
      summary: 'text is a line per problem, json a list with an item per file, github annotations for GitHub Actions',
      allowed: ['text', 'json', 'github'],
      default: 'text',
    },
    ...gatewayOptions,
    server: { ...gatewayOptions.server, variable: undefined },
  },
  exit: {
    0: 'no flow has errors; warnings do not count',
    1: 'a flow has errors',
    2: 'a file cannot be read, or the server cannot be used',
  },
  examples: [
    { line: 'flowgate validate hello.yaml', does: 'Check one flow' },
    { line: "flowgate validate --format github 'flows/**/*.yaml'", does: 'Annotate a pull request on GitHub' },
    {
      line: 'flowgate validate --server https://flowgate.example.com hello.yaml',
      does: 'Check with the task types of a server',
    },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/validate.ts')).validateFiles(args.FILE, options, terminal),
});
