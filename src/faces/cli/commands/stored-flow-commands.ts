import { flowName } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { confirm } from '../ask.ts';
import type { CommandGroup, Commands } from '../declaration/command-declaration.ts';
import {
  confirmationOption,
  flowArgument,
  formatOption,
  listOptions,
  namespaceArgument,
  outputFile,
  revisionOption,
} from '../declaration/common-words.ts';
import { writeWhole } from '../files/write-whole.ts';
import { labelFilter } from '../flows/flow-name.ts';
import { FlowClient, flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { forEachReporting } from '../gateway/gateway-error.ts';
import { amount, printResult, printTable } from '../print-result.ts';
import { printProblems } from '../problems/print-problems.ts';
import { jsonText, localTime } from '../terminal-text.ts';
import { revisionCommands } from './revision-commands.ts';
import { flowSwitchCommands } from './switch-commands.ts';

type FlowSummary = Schema<'FlowSummary'>;

// Longer lines would wrap on most terminals.
const maxDescription = 60;

const flowColumns = {
  FLOW: flowName,
  REVISION: ({ revision }: FlowSummary) => String(revision),
  UPDATED: ({ updatedAt }: FlowSummary) => localTime(updatedAt),
  BY: ({ updatedBy }: FlowSummary) => updatedBy,
  DESCRIPTION: ({ description = '' }: FlowSummary) => (description.split('\n')[0] ?? '').slice(0, maxDescription),
};

const flows: CommandGroup = {
  summary: 'list, print, compare, disable, delete and restore flows on a server',
  description: 'Works with the flows on a server. `flowgate apply` creates and updates them from files.',
  commands: {
    list: gatewayCommand({
      summary: 'list flows',
      description: 'Lists the flows that you may read, optionally only those of a namespace.',
      arguments: namespaceArgument,
      options: {
        prefix: { value: 'TEXT', summary: 'only flows whose id or namespace starts with this' },
        search: {
          value: 'WORDS',
          summary: 'only flows with each of these words in their id, namespace, description, labels or tasks',
        },
        label: {
          value: 'NAME=VALUE',
          repeated: true,
          summary: 'only flows with all of these labels',
        },
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
      examples: {
        'flowgate flows list robotics --sort -updated': 'List the flows of a namespace, most recent changes first',
        'flowgate flows list --deleted --format json': 'Print deleted flows as JSON',
      },
      run: async ({ args, options, connection }, terminal) => {
        const { prefix: q, search, sort, deleted } = options;
        const filter = { namespace: args.NAMESPACE, q, search, label: labelFilter(options.label), sort };
        const query = { ...filter, ...(deleted && { deleted }) };
        const read = (page: object) => connection.client.GET('/flows', { params: { query: { ...query, ...page } } });
        printTable(await connection.list('flows', read, options, terminal), flowColumns, options, terminal);
      },
    }),

    get: gatewayCommand({
      summary: 'print a flow',
      description: `
Prints the source of a flow, byte for byte as it was uploaded. With --format json, prints the flow with its metadata and
warnings; with --format jenkinsfile, the Jenkinsfile that the server generates from it. To read a deleted flow, specify
--revision.`,
      arguments: flowArgument,
      options: {
        ...revisionOption('print this revision instead of the latest'),
        ...outputFile,
        format: { ...formatOption.format, allowed: ['source', 'json', 'jenkinsfile'], default: 'source' },
      },
      exit: { 1: 'the flow was not found, or you may not read it' },
      examples: {
        'flowgate flows get examples/hello': 'Print a flow',
        'flowgate flows get examples/hello --revision 3 -o hello.yaml': 'Write an earlier revision to a file',
        'flowgate flows get examples/hello --format jenkinsfile': 'Print its Jenkinsfile',
      },
      run: async ({ args: { FLOW: key }, options: { revision, output, format }, connection }, terminal) => {
        const client = new FlowClient(connection);
        const forms = {
          source: async () => (await client.read(key, revision)).bytes,
          json: async () => {
            const params = { path: flowPath(key), query: { revision } };
            const call = connection.client.GET('/flows/{namespace}/{flow_id}', { params });
            const json = call as Promise<{ data?: Schema<'Flow'> }>; // the default
            return Buffer.from(jsonText(await connection.body(json, ['revision', 'source'])));
          },
          jenkinsfile: async () => Buffer.from(await client.jenkinsfile(key, revision)),
        };
        const bytes = await forms[format]();
        if (output === undefined) terminal.stdout.writeDocument(bytes.toString('utf8'));
        else await writeWhole(output, bytes, terminal.workingDirectory);
      },
    }),

    delete: gatewayCommand({
      summary: 'delete flows',
      description: `
Deletes flows. You can still read their history, and \`flowgate flows restore\` brings them back. With --purge, permanently
deletes the flows and their history, after confirmation.`,
      arguments: { FLOW: { ...flowArgument.FLOW, repeated: true } },
      options: { purge: { summary: 'also delete the history; this cannot be undone' }, ...confirmationOption },
      exit: { 1: 'a flow was not found, you may not delete it, or you did not confirm' },
      examples: {
        'flowgate flows delete examples/hello': 'Delete a flow',
        'flowgate flows delete examples/hello --purge --yes': 'Permanently delete a flow, in a script',
      },
      run: async ({ args, options: { purge, yes }, connection }, terminal) => {
        const names = args.FLOW.map(flowName).join(', ');
        if (purge && !(await confirm(`Permanently delete ${names} and all revisions?`, { yes }, terminal))) return 1;
        return forEachReporting(args.FLOW, terminal, async (flow) => {
          const params = { path: flowPath(flow), query: purge ? { purge } : {} };
          await connection.client.DELETE('/flows/{namespace}/{flow_id}', { params });
          terminal.stdout.write(`${purge ? 'purged' : 'deleted'} ${flowName(flow)}\n`);
        });
      },
    }),

    ...flowSwitchCommands,
    ...revisionCommands,
  },
};

/** Work with single flows on a server. */
export const storedFlowCommands = {
  flows,

  dependencies: gatewayCommand({
    summary: 'print which flows a flow calls, and which flows call it',
    description: `
Prints the flows that a flow calls directly and those that call it, according to their latest revisions. With --format json,
prints the entire graph.`,
    arguments: flowArgument,
    options: formatOption,
    exit: { 1: 'the flow was not found, or you may not read it' },
    examples: { 'flowgate dependencies examples/hello': 'Print the callers and callees of a flow' },
    run: async ({ args, options, connection: { client, body } }, terminal) => {
      const call = client.GET('/flows/{namespace}/{flow_id}/dependencies', { params: { path: flowPath(args.FLOW) } });
      const graph = await body(call, ['calls', 'calledBy', 'nodes']);
      printResult(graph, graphLines(graph), options, terminal);
    },
  }),

  'validate-subflows': gatewayCommand({
    summary: 'check the flows that a flow on a server calls',
    description: `
Checks whether the flows that a flow calls still exist, whether the values for their inputs are valid, and whether the calls
form a cycle. Prints one line per problem. \`flowgate validate\` checks the calls between files.`,
    arguments: flowArgument,
    options: { ...revisionOption('check the calls of this revision instead of the latest'), ...formatOption },
    exit: { 0: 'no call has an error', 1: 'a call has an error, or the flow was not found' },
    examples: { 'flowgate validate-subflows devops/release': 'Check the calls of a flow' },
    run: async ({ args: { FLOW: key }, options: { revision, format }, connection }, terminal) => {
      const call = connection.client.POST('/flows/{namespace}/{flow_id}/validate-subflows', {
        params: { path: flowPath(key), query: { revision } },
      });
      const checked = await connection.body(call, ['valid', 'errors', 'warnings', 'subflows']);
      if (format === 'json') terminal.stdout.write(jsonText(checked));
      else {
        const { errors, warnings, subflows } = checked;
        const problems = [...errors, ...warnings];
        // The source is needed only for excerpts.
        const source = problems.length === 0 ? undefined : await new FlowClient(connection).read(key, revision);
        const file = source === undefined ? flowName(key) : `${flowName(key)}@${source.revision}`;
        await printProblems([{ file, text: source?.bytes.toString('utf8') ?? '', problems }], terminal.stdout);
        const counts = [amount(errors.length, 'error'), amount(warnings.length, 'warning')];
        terminal.stderr.write(`${amount(subflows.length, 'call')} checked: ${counts.join(', ')}\n`);
      }
      return checked.valid ? 0 : 1;
    },
  }),

  jenkins: {
    summary: 'work with the jobs in Jenkins',
    description: 'Works with the jobs that Flowgate maintains in Jenkins.',
    commands: {
      push: gatewayCommand({
        summary: 'create or update the job of a flow in Jenkins, without running it',
        description: `
Creates or updates the job of a flow in Jenkins without running it, and prints its URL. \`flowgate run\` does this
automatically.`,
        arguments: flowArgument,
        options: { ...revisionOption('push this revision instead of the latest'), ...formatOption },
        exit: { 1: 'the flow was not found, cannot be converted, or you may not execute it' },
        examples: { 'flowgate jenkins push examples/hello': 'Update the job' },
        run: async ({ args: { FLOW: flow }, options, connection: { client, body } }, terminal) => {
          const params = { path: flowPath(flow), query: { revision: options.revision } };
          const call = client.POST('/flows/{namespace}/{flow_id}/push', { params });
          const job = await body(call, ['url', 'change', 'revision']);
          const line = `${job.change} the job of ${flowName(flow)}, revision ${job.revision}: ${job.url}`;
          printResult(job, [line], options, terminal);
        },
      }),
    },
  },
} satisfies Commands;

function graphLines({ calls, calledBy, nodes, truncated }: Schema<'Dependencies'>): readonly string[] {
  const missing = new Set(nodes.filter(({ exists }) => !exists).map(flowName));
  const line = (verb: string) => (key: Schema<'FlowKey'>) =>
    `${verb.padEnd(9)}  ${flowName(key)}${missing.has(flowName(key)) ? ' (not found)' : ''}`;
  const lines = [...calls.map(line('calls')), ...calledBy.map(line('called by'))];
  if (lines.length === 0) return ['calls no flow, and no flow calls it'];
  return truncated ? [...lines, 'and more: the graph is too large for one response'] : lines;
}
