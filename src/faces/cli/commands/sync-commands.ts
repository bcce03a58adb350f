import type { Commands } from '../declaration/command-declaration.ts';
import {
  confirmationOption,
  dryRunOption,
  flowFiles,
  namespaceArgument,
  outputFile,
  revisionOption,
} from '../declaration/common-words.ts';
import { readNamespaceOrFlow } from '../flows/flow-name.ts';
import { ownerOf, ownerVariables } from '../flows/repository-owner.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { UsageError } from '../terminal.ts';

const apply = gatewayCommand({
  summary: 'create and update flows on a server from files',
  description: `
Creates or updates the flows in the files. Prints created, updated, unchanged or rejected for each file, and the reason or
the problems of a rejected one. A flow is rejected if it has changed on the server since you last pulled or applied it, or
if two files contain it.

With --prune, also deletes the flows of a namespace that are in none of the files, after confirmation. It deletes nothing
unless all files were applied. You can restore deleted flows. If more than a fifth of the flows of a namespace would be
deleted, and more than one, or the last one, nothing is applied unless you pass --force.

With --owner, the repository becomes the owner of the namespaces: from then on, only \`apply\` with this owner changes their
flows, and each revision records the commit. \`flowgate namespaces release\` ends this.`,
  arguments: flowFiles,
  options: {
    ...dryRunOption,
    prune: {
      value: 'NAMESPACE',
      repeated: true,
      completion: 'namespace',
      read: namespaceOf,
      summary: 'delete the flows of this namespace that are in no file',
    },
    ...confirmationOption,
    force: { summary: 'replace the latest revision even if you have not seen it, and delete any number of flows' },
    owner: {
      value: 'NAME@COMMIT',
      read: ownerOf,
      summary: 'make this repository, at this commit, the owner of the namespaces',
    },
    'owner-url': { value: 'URL', summary: 'where to change the flows; default: the repository of the CI job' },
    'take-ownership': { summary: 'take namespaces over from other owners' },
  },
  rejected: 2,
  environment: ownerVariables,
  exit: {
    1: 'a flow was rejected or not deleted',
    2: 'a file cannot be read, too many flows would be deleted, or the server cannot be used',
  },
  examples: {
    "flowgate apply 'flows/**/*.yaml'": 'Update the server from a folder',
    'flowgate apply --dry-run hello.yaml': 'Show what would happen',
    "flowgate apply --prune robotics --yes 'flows/robotics/*.yaml'": 'Make a namespace match a folder, in a script',
    'flowgate apply --owner web@3f2a1c --prune web --yes flows': 'Make a namespace match a repository, in CI',
  },
  run: async (input, terminal) => (await import('../flows/apply-files.ts')).applyFiles(input, terminal),
});

/** @throws {UsageError} unless the word is a namespace */
function namespaceOf(word: string): string {
  const { namespace, id } = readNamespaceOrFlow(word);
  if (id !== undefined) throw new UsageError(`--prune is ${JSON.stringify(word)}; it must be a namespace.`);
  return namespace;
}

/** Move flows between files and a server. */
export const syncCommands = {
  pull: gatewayCommand({
    summary: 'download flows from a server to files',
    description: `
Writes each flow to the file NAMESPACE/ID.yaml (.json for JSON) in a folder, byte for byte as it was uploaded. Without
arguments, pulls every flow that you may read.

A file .flowgate-seen.json in the folder records the revision of each flow. Files with changes that you have not applied
are kept.`,
    arguments: {
      FLOW: {
        summary: 'a flow, as NAMESPACE/ID, or a namespace',
        optional: true,
        repeated: true,
        completion: 'flow',
        read: readNamespaceOrFlow,
      },
    },
    options: {
      output: {
        value: 'FOLDER',
        short: 'o',
        summary: 'the folder to write to',
        default: 'flows',
        completion: 'folder',
      },
      force: { summary: 'overwrite files with local changes' },
    },
    exit: {
      1: 'a file with local changes was kept, or a flow was not found',
      2: 'the server cannot be used, or a file cannot be written',
    },
    examples: {
      'flowgate pull': 'Download every flow to the folder flows',
      'flowgate pull -o stored robotics examples/hello': 'Download a namespace and a flow to another folder',
    },
    run: async (input, terminal) => (await import('../flows/pull-flows.ts')).pullFlows(input, terminal),
  }),

  apply,

  diff: gatewayCommand({
    summary: 'compare files with flows on a server',
    description: `
Prints what \`flowgate apply\` would change, as a unified diff. A flow that is not on the server is shown as new.`,
    arguments: flowFiles,
    options: revisionOption('compare with this revision instead of the latest'),
    rejected: 2,
    exit: {
      0: 'no differences',
      1: 'differences found',
      2: 'a file cannot be read, the server cannot be used, or something was not found or is not permitted',
    },
    examples: {
      "flowgate diff 'flows/**/*.yaml'": 'Show what would change',
      'flowgate diff --revision 3 hello.yaml': 'Compare with an earlier revision',
    },
    run: async ({ args, options: { revision }, connection }, terminal) =>
      (await import('../flows/diff-files.ts')).diffFiles(args.FILE, { connection, revision }, terminal),
  }),

  export: gatewayCommand({
    summary: 'print all flows of a server as one YAML stream',
    description: `
Prints the latest sources of all flows that you may read, or of those in a namespace, as one YAML stream with a document per
flow. \`flowgate import\` reads it. \`flowgate pull\` writes a file per flow instead.`,
    arguments: namespaceArgument,
    options: outputFile,
    exit: { 1: 'you may not read the namespace' },
    examples: {
      'flowgate export -o flows.yaml': 'Save all flows to a file',
      'flowgate export robotics': 'Print the flows of a namespace',
    },
    run: async ({ args, options: { output }, connection }, { stdout, workingDirectory }) => {
      const body = await connection.stream((stream) =>
        connection.client.GET('/export', {
          params: { query: { namespace: args.NAMESPACE } },
          headers: { accept: 'application/x-yaml' },
          ...stream,
        }),
      );
      if (output === undefined) {
        const { text } = await import('node:stream/consumers');
        stdout.writeDocument(await text(body));
      } else {
        const { writeWhole } = await import('../files/write-whole.ts');
        await writeWhole(output, body, workingDirectory, { makesFolder: true });
      }
    },
  }),
} satisfies Commands;
