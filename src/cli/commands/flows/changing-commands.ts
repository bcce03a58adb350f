import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import { confirm } from '../../ask.ts';
import { flowArgument } from '../../declaration/common-arguments.ts';
import { confirmationOption, revisionOption } from '../../declaration/common-options.ts';
import { FlowClient, flowPath } from '../../gateway/flow-client.ts';
import { gatewayCommand } from '../../gateway/gateway-command.ts';
import type { GatewayConnection } from '../../gateway/gateway-connection.ts';
import { forEachReporting, GatewayError } from '../../gateway/gateway-error.ts';
import { UsageError } from '../../terminal.ts';

export const deleteCommand = gatewayCommand({
  summary: 'delete flows',
  description: `
Deletes flows. Their history stays readable, and \`flowgate flows restore\` brings them back. With --purge, removes the
flows and their history permanently, after confirmation.`,
  arguments: { FLOW: { ...flowArgument.FLOW, repeated: true } },
  options: {
    purge: { summary: 'remove the history too; this cannot be undone' },
    ...confirmationOption,
  },
  exit: { 1: 'a flow was not found, you may not delete it, or the answer was no' },
  examples: [
    { line: 'flowgate flows delete examples/hello', does: 'Delete a flow' },
    { line: 'flowgate flows delete examples/hello --purge --yes', does: 'Remove a flow for good, in a script' },
  ],
  run: async ({ args, options: { purge, yes }, connection }, terminal) => {
    const names = args.FLOW.map(flowName).join(', ');
    if (purge && !(await confirm(`Remove ${names} and all revisions for good?`, { yes }, terminal))) return 1;
    return forEachReporting(args.FLOW, terminal, async (flow) => {
      const params = { path: flowPath(flow), query: purge ? { purge } : {} };
      await connection.client.DELETE('/flows/{namespace}/{flow_id}', { params });
      terminal.stdout.write(`${purge ? 'purged' : 'deleted'} ${flowName(flow)}\n`);
    });
  },
});

export const restoreCommand = gatewayCommand({
  summary: 'restore an earlier revision, or a deleted flow',
  description: 'Creates a new revision with the source of an earlier one. This also restores a deleted flow.',
  arguments: flowArgument,
  options: revisionOption('the revision to restore, by default the latest before a deletion, or the last but one'),
  exit: { 1: 'the flow was not found, or you may not do this' },
  examples: [
    { line: 'flowgate flows restore examples/hello --revision 3', does: 'Go back to an earlier revision' },
    { line: 'flowgate flows restore examples/hello', does: 'Undo a deletion, or the last change' },
  ],
  run: async ({ args: { FLOW: key }, options, connection }, { stdout }) => {
    const revision = options.revision ?? (await revisionToRestore(key, connection));
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/revisions/{revision}/restore', {
      params: { path: { ...flowPath(key), revision } },
    });
    const { revision: latest } = await connection.body(call, ['revision']);
    stdout.write(`restored ${flowName(key)}: revision ${latest} has the source of revision ${revision}\n`);
  },
});

/** @throws {UsageError} if the flow has one revision and is not deleted */
async function revisionToRestore(key: FlowKey, connection: GatewayConnection): Promise<number> {
  const isDeleted = await new FlowClient(connection)
    .read(key)
    .then(() => false)
    .catch((error: unknown) => {
      if (error instanceof GatewayError && error.currentRevision !== undefined) return true;
      throw error;
    });
  const call = connection.client.GET('/flows/{namespace}/{flow_id}/revisions', {
    params: { path: flowPath(key), query: { limit: 2 } },
  });
  const [latest, previous] = (await connection.body(call, ['revisions'])).revisions;
  const entry = isDeleted ? latest : previous;
  if (entry === undefined) throw new UsageError('the flow has no earlier revision to restore.');
  return entry.revision;
}
