import { flowFiles } from '../declaration/common-arguments.ts';
import { confirmationOption } from '../declaration/common-options.ts';
import { readNamespaceOrFlow } from '../flows/flow-name.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { UsageError } from '../terminal.ts';

export const applyCommand = gatewayCommand({
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
      read: namespaceOf,
      summary: 'delete the flows of this namespace that are in no file',
    },
    ...confirmationOption,
    force: { summary: 'replace the latest revision even if you have not seen it' },
  },
  rejected: 2,
  exit: { 1: 'a flow was rejected, or not deleted', 2: 'a file cannot be read, or the server cannot be used' },
  examples: [
    { line: "flowgate apply 'flows/**/*.yaml'", does: 'Bring the server up to date with a folder' },
    { line: 'flowgate apply --dry-run hello.yaml', does: 'Show what would happen' },
    {
      line: "flowgate apply --prune robotics --yes 'flows/robotics/*.yaml'",
      does: 'Make a namespace equal to a folder, in a script',
    },
  ],
  run: async (input, terminal) => (await import('../flows/apply-files.ts')).applyFiles(input, terminal),
});

/** @throws {UsageError} unless the word is a namespace */
function namespaceOf(word: string): string {
  const { namespace, id } = readNamespaceOrFlow(word);
  if (id !== undefined) throw new UsageError(`--prune is ${JSON.stringify(word)}; it must be a namespace.`);
  return namespace;
}
