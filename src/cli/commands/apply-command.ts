import { defineCommand } from '../declaration/command-declaration.ts';
import { flowFiles } from '../declaration/common-arguments.ts';
import { confirmationOption } from '../declaration/confirmation-option.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const applyCommand = defineCommand({
  summary: 'create and update flows on a server from files',
  description: `
Creates or updates the flows in the files, and prints created, updated, unchanged or rejected for each file, the last with
the reason or the problems. A flow is rejected if it was changed on the server since you last pulled or applied it, or if
two files contain it.

With --prune, deletes the flows of a namespace that are in none of the files, after confirmation. Nothing is deleted
unless all files were applied. Deleted flows can be restored. Without --prune, no flow is deleted.

\`flowgate push\` is an alias for this command.`,
  arguments: flowFiles,
  options: {
    'dry-run': { summary: 'print what would happen without changing anything' },
    prune: {
      value: 'NAMESPACE',
      repeated: true,
      completion: 'namespace',
      summary: 'delete the flows of this namespace that are in no file',
    },
    ...confirmationOption,
    force: { summary: 'replace the latest revision even if you have not seen it' },
    ...gatewayOptions,
  },
  exit: { 1: 'a flow was rejected, or not deleted', 2: 'a file cannot be read, or the server cannot be used' },
  examples: [
    { line: "flowgate apply 'flows/**/*.yaml'", does: 'Bring the server up to date with a folder' },
    { line: 'flowgate apply --dry-run hello.yaml', does: 'Show what would happen' },
    {
      line: "flowgate apply --prune robotics --yes 'flows/robotics/*.yaml'",
      does: 'Make a namespace equal to a folder, in a script',
    },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/apply.ts')).applyFiles(args.FILE, options, terminal),
});
