import { defineCommand } from '../declaration/command-declaration.ts';
import { flowFiles } from '../declaration/common-arguments.ts';
import { localGatewayOptions } from '../gateway/gateway-options.ts';
import { problemFormatNames } from '../reports/report-formats.ts';
import { reportOptions } from '../reports/report-options.ts';

export const validateCommand = defineCommand({
  summary: 'check flows and print their problems',
  description: `
Checks flows in YAML or JSON, and the calls between them. No server, Redis or Jenkins is needed. On a terminal, text shows
the lines with problems; elsewhere, it is a line per problem: file:line:column severity code message.

With --server or --context, a running Flowgate checks the flows: it has its own task types and knows the flows that they
call. Without these options, no server is used, even if FLOWGATE_SERVER or a context is set.`,
  arguments: flowFiles,
  options: {
    ...reportOptions(problemFormatNames),
    strict: { summary: 'treat warnings as errors' },
    watch: { summary: 'check again when a file changes, until Ctrl-C' },
    ...localGatewayOptions,
  },
  exit: {
    0: 'no flow has errors; warnings count with --strict only',
    1: 'a flow has errors',
    2: 'a file cannot be read, or the server cannot be used',
    130: 'Ctrl-C, with --watch',
  },
  examples: [
    { line: 'flowgate validate hello.yaml', does: 'Check one flow' },
    { line: 'flowgate validate --watch flows', does: 'Check a folder again whenever a file changes' },
    { line: "flowgate validate --format github 'flows/**/*.yaml'", does: 'Annotate a pull request on GitHub' },
    { line: 'flowgate validate --report sarif=flows.sarif flows', does: 'Write a report for code scanning too' },
    {
      line: 'flowgate validate --server https://flowgate.example.com hello.yaml',
      does: 'Check with the task types of a server',
    },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../flows/validate-files.ts')).validateFiles(args.FILE, options, terminal),
});
