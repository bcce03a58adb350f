import type { Schema } from '../../../api-client/operation-types.ts';
import { flowArgument } from '../../declaration/common-arguments.ts';
import { listOptions } from '../../declaration/common-options.ts';
import { printDiff } from '../../flows/print-diff.ts';
import { FlowClient, flowPath } from '../../gateway/flow-client.ts';
import { gatewayCommand } from '../../gateway/gateway-command.ts';
import type { PageQuery } from '../../gateway/gateway-connection.ts';
import { printTable } from '../../print-result.ts';
import { localTime } from '../../terminal-text.ts';
import { UsageError } from '../../terminal.ts';

type Revision = Schema<'RevisionEntry'>;

export const revisionsCommand = gatewayCommand({
  summary: 'list the revisions of a flow, newest first',
  description: 'Lists the revisions of a flow with their times and authors, newest first.',
  arguments: flowArgument,
  options: {
    before: { value: 'N', integer: { min: 1 }, summary: 'only revisions before this one' },
    ...listOptions,
  },
  exit: { 1: 'the flow was not found, or you may not do this' },
  examples: [{ line: 'flowgate flows revisions examples/hello', does: 'List who changed a flow' }],
  run: async ({ args, options, connection }, terminal) => {
    // These pages have no cursor: the next one starts before the last revision.
    const read = async ({ limit, cursor }: PageQuery) => {
      const query = { limit, before: cursor === undefined ? options.before : Number(cursor) };
      const { data } = await connection.client.GET('/flows/{namespace}/{flow_id}/revisions', {
        params: { path: flowPath(args.FLOW), query },
      });
      const isLast = data === undefined || data.revisions.length < limit;
      return { data: data && { ...data, ...(!isLast && { nextCursor: String(data.revisions.at(-1)?.revision) }) } };
    };
    printTable(await connection.list('revisions', read, options, terminal), columns, options, terminal);
  },
});

const columns = {
  REVISION: ({ revision }: Revision) => String(revision),
  CREATED: ({ createdAt }: Revision) => localTime(createdAt),
  BY: ({ createdBy }: Revision) => createdBy,
  SIZE: ({ size }: Revision) => `${size} bytes`,
  NOTE: ({ restoredFrom }: Revision) => (restoredFrom === undefined ? '' : `restored from ${restoredFrom}`),
};

export const diffCommand = gatewayCommand({
  summary: 'compare revisions of a flow',
  description: `
Prints the difference between two revisions as a unified diff. With one revision, compares it with the latest; with none,
shows the last change. \`flowgate diff\` compares files with the server.`,
  arguments: {
    ...flowArgument,
    REVISION: {
      summary: 'the older revision, then the newer one',
      optional: true,
      repeated: true,
      read: revisionOf,
    },
  },
  rejected: 2,
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
  run: async ({ args: { FLOW: flow, REVISION: revisions }, connection }, { stdout }) => {
    if (revisions.length > 2) throw new UsageError('specify at most two revisions.');
    const [from, to] = revisions;
    const diff = await new FlowClient(connection).diff(flow, { from, to });
    printDiff(diff, stdout);
    return diff === '' ? 0 : 1;
  },
});

function revisionOf(word: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word);
  throw new UsageError(`${JSON.stringify(word)} is not a revision; it must be a number from 1.`);
}
