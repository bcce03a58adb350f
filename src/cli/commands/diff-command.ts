import { defineCommand } from '../declaration/command-declaration.ts';
import { flowFiles } from '../declaration/common-arguments.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const diffCommand = defineCommand({
  summary: 'compare files with flows on a server',
  description: `
Prints what \`flowgate apply\` would change, as a unified diff. A flow that does not exist on the server is shown as new.`,
  arguments: flowFiles,
  options: {
    revision: { value: 'N', integer: { min: 1 }, summary: 'compare with this revision instead of the latest' },
    ...gatewayOptions,
  },
  exit: {
    0: 'nothing differs',
    1: 'something differs',
    2: 'a file cannot be read, the server cannot be used, or something was not found or is not permitted',
  },
  examples: [
    { line: "flowgate diff 'flows/**/*.yaml'", does: 'Show what would change' },
    { line: 'flowgate diff --revision 3 hello.yaml', does: 'Compare with an earlier revision' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/diff.ts')).diffFiles(args.FILE, options, terminal),
});
