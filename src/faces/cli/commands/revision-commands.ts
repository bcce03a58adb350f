import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { Commands } from '../declaration/command-declaration.ts';
import { flowArgument, listOptions, revisionOption } from '../declaration/common-words.ts';
import { printDiff } from '../flows/print-diff.ts';
import { FlowClient, flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import type { GatewayConnection, PageQuery } from '../gateway/gateway-connection.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';

type Revision = Schema<'RevisionEntry'>;

const revisionColumns = {
  REVISION: ({ revision }: Revision) => String(revision),
  CREATED: ({ createdAt }: Revision) => localTime(createdAt),
  BY: ({ createdBy }: Revision) => createdBy,
  SIZE: ({ size }: Revision) => `${size} bytes`,
  NOTE: ({ restoredFrom, repository, commit }: Revision) =>
    restoredFrom !== undefined
      ? `restored from ${restoredFrom}`
      : commit === undefined
        ? ''
        : `${repository}@${commit.slice(0, 12)}`,
};

/** Restore, list and compare revisions: a part of `flowgate flows`. */
export const revisionCommands = {
  restore: gatewayCommand({
    summary: 'restore an earlier revision, or a deleted flow',
    description: 'Creates a new revision with the source of an earlier one. This also restores a deleted flow.',
    arguments: flowArgument,
    options: revisionOption('the revision to restore; default: the previous one, or the last one of a deleted flow'),
    exit: { 1: 'the flow was not found, or you may not change it' },
    examples: {
      'flowgate flows restore examples/hello --revision 3': 'Go back to an earlier revision',
      'flowgate flows restore examples/hello': 'Undo a deletion, or the latest change',
    },
    run: async ({ args: { FLOW: key }, options, connection }, { stdout }) => {
      const revision = options.revision ?? (await revisionToRestore(key, connection));
      const call = connection.client.POST('/flows/{namespace}/{flow_id}/revisions/{revision}/restore', {
        params: { path: { ...flowPath(key), revision } },
      });
      const { revision: latest } = await connection.body(call, ['revision']);
      stdout.write(`restored ${flowName(key)}: revision ${latest} has the source of revision ${revision}\n`);
    },
  }),

  revisions: gatewayCommand({
    summary: 'list the revisions of a flow, newest first',
    description: 'Lists the revisions of a flow with their times and authors, newest first.',
    arguments: flowArgument,
    options: { before: { value: 'N', integer: { min: 1 }, summary: 'only revisions before this one' }, ...listOptions },
    exit: { 1: 'the flow was not found, or you may not read it' },
    examples: { 'flowgate flows revisions examples/hello': 'List who changed a flow' },
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
      printTable(await connection.list('revisions', read, options, terminal), revisionColumns, options, terminal);
    },
  }),

  diff: gatewayCommand({
    summary: 'compare revisions of a flow',
    description: `
Prints the difference between two revisions as a unified diff. With one revision, compares it with the latest; with none,
shows the latest change. \`flowgate diff\` compares files with the server.`,
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
      0: 'no differences',
      1: 'differences found',
      2: 'a revision was not found, you may not read it, or the server cannot be used',
    },
    examples: {
      'flowgate flows diff examples/hello': 'Show the latest change',
      'flowgate flows diff examples/hello 3': 'Show what has changed since revision 3',
      'flowgate flows diff examples/hello 2 5': 'Compare two revisions',
    },
    run: async ({ args: { FLOW: flow, REVISION: revisions }, connection }, { stdout }) => {
      if (revisions.length > 2) throw new UsageError('specify at most two revisions.');
      const [from, to] = revisions;
      const diff = await new FlowClient(connection).diff(flow, { from, to });
      printDiff(diff, stdout);
      return diff === '' ? 0 : 1;
    },
  }),
} satisfies Commands;

/** @throws {UsageError} if the flow has one revision and is not deleted */
async function revisionToRestore(key: FlowKey, connection: GatewayConnection): Promise<number> {
  const isDeleted = await new FlowClient(connection).read(key).then(
    () => false,
    (error: unknown) => {
      if (error instanceof GatewayError && error.currentRevision !== undefined) return true;
      throw error;
    },
  );
  const call = connection.client.GET('/flows/{namespace}/{flow_id}/revisions', {
    params: { path: flowPath(key), query: { limit: 2 } },
  });
  const [latest, previous] = (await connection.body(call, ['revisions'])).revisions;
  const entry = isDeleted ? latest : previous;
  if (entry === undefined) throw new UsageError('the flow has no earlier revision to restore.');
  return entry.revision;
}

function revisionOf(word: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word);
  throw new UsageError(`${JSON.stringify(word)} is not a revision; it must be a positive integer.`);
}
