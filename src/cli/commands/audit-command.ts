import type { Schema } from '../../api-client/operation-types.ts';
import { listOptions } from '../declaration/common-options.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';

export const auditCommand = gatewayCommand({
  summary: 'list the audit trail, newest first',
  description: 'Lists actions that were performed or denied, in the namespaces that you may read.',
  options: {
    namespace: { value: 'NAMESPACE', completion: 'namespace', summary: 'only actions in this namespace' },
    actor: { value: 'ID', summary: 'only actions of this user' },
    action: { value: 'ACTION', summary: 'only this action, such as runFlow, stopExecution or updateFlow' },
    ...listOptions,
  },
  examples: [
    { line: 'flowgate audit --namespace robotics --action updateFlow', does: 'List who changed flows of a namespace' },
  ],
  run: async ({ options, connection }, terminal) => {
    const { namespace, actor } = options;
    const action = options.action as Schema<'AuditAction'> | undefined; // the gateway checks it
    const read = (page: object) =>
      connection.client.GET('/audit', { params: { query: { namespace, actor, action, ...page } } });
    const entries = await connection.list('entries', read, options, terminal);
    printTable(entries, columns, options, terminal);
  },
});

const columns = {
  TIME: ({ at }: Schema<'AuditEntry'>) => localTime(at),
  ACTOR: ({ actor }: Schema<'AuditEntry'>) => actor,
  ACTION: ({ action }: Schema<'AuditEntry'>) => action,
  TARGET: targetOf,
  OUTCOME: ({ outcome, code }: Schema<'AuditEntry'>) => (code === undefined ? outcome : `${outcome}: ${code}`),
};

function targetOf(entry: Schema<'AuditEntry'>): string {
  const { namespace = '', flowId, revision, executionId, triggerId, tokenName } = entry;
  const flow =
    flowId === undefined ? namespace : `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`;
  return [flow, triggerId, executionId, tokenName].filter((part) => part !== undefined && part !== '').join(' ');
}
