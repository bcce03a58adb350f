import { defineCommand, type CommandGroup } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { confirmationOption } from '../declaration/confirmation-option.ts';
import { formatOption, listOptions } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

const exit = { 1: 'the flow was not found, or you may not do this' } as const;

const list = defineCommand({
  summary: 'list flows',
  description: 'Lists the flows that you may read, optionally only those of a namespace.',
  arguments: { NAMESPACE: { summary: 'a namespace', optional: true, completion: 'namespace' } },
  options: {
    prefix: { value: 'TEXT', summary: 'only flows whose id or namespace starts with this' },
    label: { value: 'NAME=VALUE', repeated: true, summary: 'only flows with this label, or with all of several' },
    sort: {
      value: 'ORDER',
      summary: 'the order; a minus reverses it',
      allowed: ['namespace', '-namespace', 'id', '-id', 'updated', '-updated'],
      default: 'namespace',
    },
    deleted: { summary: 'list deleted flows instead' },
    ...listOptions,
    ...gatewayOptions,
  },
  examples: [
    {
      line: 'flowgate flows list robotics --sort -updated',
      does: 'List the flows of a namespace, latest changes first',
    },
    { line: 'flowgate flows list --deleted --format json', does: 'Print deleted flows as JSON' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/flows.ts')).listFlows(args.NAMESPACE, options, terminal),
});

const get = defineCommand({
  summary: 'print a flow',
  description: `
Prints the source of a flow, byte for byte as it was sent. With --format json, prints all that the server knows of it, with
its warnings; with --format jenkinsfile, the Jenkinsfile that the server makes of it. A deleted flow can be read with
--revision.`,
  arguments: flowArgument,
  options: {
    revision: { value: 'N', integer: { min: 1 }, summary: 'this revision instead of the latest' },
    output: { value: 'FILE', short: 'o', completion: 'file', summary: 'write to this file instead' },
    format: { ...formatOption.format, allowed: ['source', 'json', 'jenkinsfile'], default: 'source' },
    ...gatewayOptions,
  },
  exit,
  examples: [
    { line: 'flowgate flows get examples/hello', does: 'Print a flow' },
    {
      line: 'flowgate flows get examples/hello --revision 3 -o hello.yaml',
      does: 'Write an earlier revision to a file',
    },
    { line: 'flowgate flows get examples/hello --format jenkinsfile', does: 'Print its Jenkinsfile' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/flows.ts')).getFlow(args.FLOW, options, terminal),
});

const remove = defineCommand({
  summary: 'delete flows',
  description: `
Deletes flows. Their history stays readable, and \`flowgate flows restore\` brings them back. With --purge, removes the
flows and their history permanently, after confirmation.`,
  arguments: { FLOW: { ...flowArgument.FLOW, repeated: true } },
  options: {
    purge: { summary: 'remove the history too; this cannot be undone' },
    ...confirmationOption,
    ...gatewayOptions,
  },
  exit: { 1: 'a flow was not found, you may not delete it, or the answer was no' },
  examples: [
    { line: 'flowgate flows delete examples/hello', does: 'Delete a flow' },
    { line: 'flowgate flows delete examples/hello --purge --yes', does: 'Remove a flow for good, in a script' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/flows.ts')).deleteFlows(args.FLOW, options, terminal),
});

const restore = defineCommand({
  summary: 'restore an earlier revision, or a deleted flow',
  description: 'Creates a new revision with the source of an earlier one. This also restores a deleted flow.',
  arguments: flowArgument,
  options: {
    revision: {
      value: 'N',
      integer: { min: 1 },
      summary: 'the revision to restore, by default the latest before a deletion, or the last but one',
    },
    ...gatewayOptions,
  },
  exit,
  examples: [
    { line: 'flowgate flows restore examples/hello --revision 3', does: 'Go back to an earlier revision' },
    { line: 'flowgate flows restore examples/hello', does: 'Undo a deletion, or the last change' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/flows.ts')).restoreFlow(args.FLOW, options, terminal),
});

const revisions = defineCommand({
  summary: 'list the revisions of a flow, newest first',
  description: 'Lists the revisions of a flow with their times and authors, newest first.',
  arguments: flowArgument,
  options: {
    before: { value: 'N', integer: { min: 1 }, summary: 'only revisions before this one' },
    ...listOptions,
    ...gatewayOptions,
  },
  exit,
  examples: [{ line: 'flowgate flows revisions examples/hello', does: 'List who changed a flow' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/flows.ts')).listRevisions(args.FLOW, options, terminal),
});

const diff = defineCommand({
  summary: 'compare revisions of a flow',
  description: `
Prints the difference between two revisions as a unified diff. With one revision, compares it with the latest; with none,
shows the last change. \`flowgate diff\` compares files with the server.`,
  arguments: {
    ...flowArgument,
    REVISION: { summary: 'the older revision, then the newer one', optional: true, repeated: true },
  },
  options: gatewayOptions,
  exit: {
    0: 'nothing differs',
    1: 'something differs',
    2: 'a revision was not found, or you may not read it, or the server cannot be used',
  },
  examples: [
    { line: 'flowgate flows diff examples/hello', does: 'Show the last change' },
    { line: 'flowgate flows diff examples/hello 3', does: 'Show what has changed since revision 3' },
    { line: 'flowgate flows diff examples/hello 2 5', does: 'Compare two revisions' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/flow-diff.ts')).diffRevisions(args.FLOW, args.REVISION, options, terminal),
});

export const flowsCommand: CommandGroup = {
  summary: 'list, print, compare, delete and restore flows on a server',
  description: 'Works with the flows on a server. `flowgate apply` creates and updates them from files.',
  commands: {
    list: async () => list,
    get: async () => get,
    delete: async () => remove,
    restore: async () => restore,
    revisions: async () => revisions,
    diff: async () => diff,
  },
};
