import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { firstOf } from '../gateway/first-of.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText, localTime, textTable } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

export interface AuditOptions extends GatewayOptions {
  readonly namespace?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly limit: number;
  readonly format: TextOrJson;
}

export async function listAudit(options: AuditOptions, terminal: Terminal): Promise<ExitStatus> {
  const { namespace, actor, limit } = options;
  const action = options.action as Schema<'AuditAction'> | undefined; // the gateway checks it
  const connection = openConnection(options, terminal);
  const read = (max: number) =>
    connection.pages(
      (page) =>
        connection.body(connection.client.GET('/audit', { params: { query: { namespace, actor, action, ...page } } }), [
          'entries',
        ]),
      (page) => page.entries,
      max,
    );
  const entries = await firstOf(read, limit, terminal);
  terminal.stdout.write(
    options.format === 'json'
      ? jsonText(entries)
      : textTable(['TIME', 'ACTOR', 'ACTION', 'TARGET', 'OUTCOME'], entries.map(row)),
  );
  return 0;
}

function row({
  at,
  actor,
  action,
  namespace = '',
  flowId,
  revision,
  executionId,
  triggerId,
  tokenName,
  outcome,
  code,
}: Schema<'AuditEntry'>): readonly string[] {
  const flow =
    flowId === undefined ? namespace : `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`;
  const target = [flow, triggerId, executionId, tokenName].filter((part) => part !== undefined && part !== '');
  return [localTime(at), actor, action, target.join(' '), code === undefined ? outcome : `${outcome}: ${code}`];
}
