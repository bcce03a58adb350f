import { flowFiles } from '../declaration/common-arguments.ts';
import { revisionOption } from '../declaration/common-options.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';

export const diffCommand = gatewayCommand({
  summary: 'compare files with flows on a server',
  description: `
Prints what \`flowgate apply\` would change, as a unified diff. A flow that does not exist on the server is shown as new.`,
  arguments: flowFiles,
  options: revisionOption('compare with this revision instead of the latest'),
  rejected: 2,
  exit: {
    0: 'nothing differs',
    1: 'something differs',
    2: 'a file cannot be read, the server cannot be used, or something was not found or is not permitted',
  },
  examples: [
    { line: "flowgate diff 'flows/**/*.yaml'", does: 'Show what would change' },
    { line: 'flowgate diff --revision 3 hello.yaml', does: 'Compare with an earlier revision' },
  ],
  run: async ({ args, options: { revision }, connection }, terminal) =>
    (await import('../flows/diff-files.ts')).diffFiles(args.FILE, { connection, revision }, terminal),
});
