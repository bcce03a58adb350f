import type { Schema } from '../../api-client/operation-types.ts';
import { confirm } from '../ask.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText, localTime, textTable } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

export interface KeyOptions extends GatewayOptions {
  readonly format: TextOrJson;
}

/** A webhook of a flow. */
export interface Webhook {
  readonly flow: string;
  readonly trigger: string;
}

/** Lists the schedules and webhooks of a flow. */
export async function listTriggers(
  flow: string,
  { format, ...server }: KeyOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  return reportingRejection(terminal, async () => {
    const triggers = await readTriggers(flow, server, terminal);
    const row = ({ id, type, disabled, cron, timezone, nextAt, path, hasKey, secrets }: Schema<'Trigger'>) => [
      id,
      type,
      type === 'schedule' ? [cron, timezone].filter((part) => part !== undefined).join(' ') : (path ?? ''),
      disabled ? 'disabled' : nextAt !== undefined ? `next ${localTime(nextAt)}` : hasKey === false ? 'no key' : '',
      secrets.map(({ input_id: input, state }) => (state === 'sealed' ? input : `${input} (${state})`)).join(', '),
    ];
    terminal.stdout.write(
      format === 'json'
        ? jsonText(triggers)
        : textTable(['TRIGGER', 'TYPE', 'WHEN', 'STATE', 'SECRETS'], triggers.map(row)),
    );
    return 0;
  });
}

/** Lists the webhooks of a flow, and who created their keys. */
export async function listKeys(
  flow: string,
  { format, ...server }: KeyOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  return reportingRejection(terminal, async () => {
    const webhooks = (await readTriggers(flow, server, terminal)).filter(({ type }) => type === 'webhook');
    const row = ({ id, path = '', hasKey, keyCreatedAt, keyCreatedBy = '' }: Schema<'Trigger'>) => [
      id,
      path,
      hasKey ? 'yes' : 'no',
      keyCreatedAt === undefined ? '' : localTime(keyCreatedAt),
      keyCreatedBy,
    ];
    terminal.stdout.write(
      format === 'json'
        ? jsonText(webhooks)
        : textTable(['WEBHOOK', 'PATH', 'KEY', 'CREATED', 'BY'], webhooks.map(row)),
    );
    return 0;
  });
}

async function readTriggers(
  flow: string,
  server: GatewayOptions,
  terminal: Terminal,
): Promise<readonly Schema<'Trigger'>[]> {
  const path = flowPath(flowOf(flow));
  const connection = openConnection(server, terminal);
  const call = connection.client.GET('/flows/{namespace}/{flow_id}/triggers', { params: { path } });
  return (await connection.body(call, ['triggers'])).triggers;
}

/** Creates the key of a webhook, and prints it: the server shows it only once. */
export async function createKey(
  { flow, trigger }: Webhook,
  { format, ...server }: KeyOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const path = { ...flowPath(flowOf(flow)), trigger_id: trigger };
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params: { path } });
    const created = await connection.body(call, ['key', 'signingSecret', 'path']);
    const url = new URL(created.path.replace(/^\//, ''), connection.url).href;
    const text = `key             ${created.key}\nsigning secret  ${created.signingSecret}\nURL             ${url}\n`;
    terminal.stdout.write(format === 'json' ? jsonText(created) : text);
    terminal.stderr.write('The key is shown only now; an earlier key of this webhook is no longer valid.\n');
    return 0;
  });
}

export async function revokeKey(
  { flow, trigger }: Webhook,
  { yes, ...server }: GatewayOptions & { readonly yes: boolean },
  terminal: Terminal,
): Promise<ExitStatus> {
  const path = { ...flowPath(flowOf(flow)), trigger_id: trigger };
  const connection = openConnection(server, terminal);
  if (!(await confirm(`Revoke the key of ${flow}/${trigger}? Its senders are rejected at once.`, { yes }, terminal)))
    return 1;
  return reportingRejection(terminal, async () => {
    await connection.client.DELETE('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params: { path } });
    terminal.stdout.write(`revoked the key of ${flow}/${trigger}\n`);
    return 0;
  });
}
