import type { Schema } from '../../../api-client/operation-types.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import { flowArgument } from '../../declaration/common-arguments.ts';
import { formatOption, listOptions, outputFile, revisionOption } from '../../declaration/common-options.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { labelFilter } from '../../flows/flow-name.ts';
import { FlowClient, flowPath } from '../../gateway/flow-client.ts';
import { gatewayCommand } from '../../gateway/gateway-command.ts';
import { printTable } from '../../print-result.ts';
import { jsonText, localTime } from '../../terminal-text.ts';

const exit = { 1: 'the flow was not found, or you may not do this' } as const;

export const listCommand = gatewayCommand({
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
  },
  exit: { 1: 'you may not read the namespace' },
  examples: [
    {
      line: 'flowgate flows list robotics --sort -updated',
      does: 'List the flows of a namespace, latest changes first',
    },
    { line: 'flowgate flows list --deleted --format json', does: 'Print deleted flows as JSON' },
  ],
  run: async ({ args, options, connection }, terminal) => {
    const { prefix, label, sort, deleted } = options;
    const filter = {
      namespace: args.NAMESPACE,
      q: prefix,
      label: labelFilter(label),
      sort,
      ...(deleted && { deleted }),
    };
    const read = (page: object) => connection.client.GET('/flows', { params: { query: { ...filter, ...page } } });
    printTable(await connection.list('flows', read, options, terminal), columns, options, terminal);
  },
});

// Longer lines would wrap on most terminals.
const maxDescription = 60;

const columns = {
  FLOW: flowName,
  REVISION: ({ revision }: Schema<'FlowSummary'>) => String(revision),
  UPDATED: ({ updatedAt }: Schema<'FlowSummary'>) => localTime(updatedAt),
  BY: ({ updatedBy }: Schema<'FlowSummary'>) => updatedBy,
  DESCRIPTION: ({ description = '' }: Schema<'FlowSummary'>) =>
    (description.split('\n')[0] ?? '').slice(0, maxDescription),
};

export const getCommand = gatewayCommand({
  summary: 'print a flow',
  description: `
Prints the source of a flow, byte for byte as it was sent. With --format json, prints all that the server knows of it, with
its warnings; with --format jenkinsfile, the Jenkinsfile that the server makes of it. A deleted flow can be read with
--revision.`,
  arguments: flowArgument,
  options: {
    ...revisionOption('this revision instead of the latest'),
    ...outputFile,
    format: { ...formatOption.format, allowed: ['source', 'json', 'jenkinsfile'], default: 'source' },
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
  run: async ({ args: { FLOW: key }, options: { revision, output, format }, connection }, terminal) => {
    const flows = new FlowClient(connection);
    const forms = {
      source: async () => (await flows.read(key, revision)).bytes,
      json: async () => {
        const params = { path: flowPath(key), query: { revision } };
        const call = connection.client.GET('/flows/{namespace}/{flow_id}', { params });
        const json = call as Promise<{ data?: Schema<'Flow'> }>; // the default
        return Buffer.from(jsonText(await connection.body(json, ['revision', 'source'])));
      },
      jenkinsfile: async () => Buffer.from(await flows.jenkinsfile(key, revision)),
    };
    const bytes = await forms[format]();
    if (output === undefined) terminal.stdout.writeDocument(bytes.toString('utf8'));
    else await writeWhole(output, bytes, terminal.workingDirectory);
  },
});
