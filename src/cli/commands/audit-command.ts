import type { Schema } from '../../contract/operation-types.ts';
import type { Command } from '../command.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { isJsonAsked, parseArguments, positiveNumber } from '../parse-arguments.ts';
import { jsonText, localTime, textTable } from '../terminal-text.ts';

export const auditCommand: Command = {
  help: `Usage: flowgate audit [options] --server URL

Lists actions that were performed or denied, in the namespaces that you may read.

  --namespace NAMESPACE  only actions in this namespace
  --actor ID             only actions of this user
  --action ACTION        only this action, such as runFlow, stopExecution or updateFlow
  --limit N              max number of entries (default: 20)
  --format text|json     a table, or JSON with all fields
${gatewayOptionsHelp}

Exit status: 0 on success, 2 when the server cannot be used.`,
  async run(args, terminal) {
    const filters = { namespace: {}, actor: {}, action: {} };
    const { values } = parseArguments(args, { ...gatewayOptions, ...filters, limit: {}, format: {} });
    const isJson = isJsonAsked(values);
    const { namespace, actor } = values;
    const action = values.action as Schema<'AuditAction'> | undefined; // the gateway checks it
    const connection = openConnection(values, terminal);
    const entries: Schema<'AuditEntry'>[] = [];
    const pages = connection.pages(
      (page) =>
        connection.body(connection.client.GET('/audit', { params: { query: { namespace, actor, action, ...page } } }), [
          'entries',
        ]),
      (page) => page.entries,
      positiveNumber(values, 'limit') ?? 20,
    );
    for await (const entry of pages) entries.push(entry);
    terminal.stdout.write(
      isJson ? jsonText(entries) : textTable(['TIME', 'ACTOR', 'ACTION', 'TARGET', 'OUTCOME'], entries.map(row)),
    );
    return 0;
  },
};

function row({
  at,
  actor,
  action,
  namespace = '',
  flowId,
  revision,
  executionId,
  triggerId,
  outcome,
  code,
}: Schema<'AuditEntry'>): readonly string[] {
  const flow =
    flowId === undefined ? namespace : `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`;
  const target = [flow, triggerId, executionId].filter((part) => part !== undefined && part !== '');
  return [localTime(at), actor, action, target.join(' '), code === undefined ? outcome : `${outcome}: ${code}`];
}
