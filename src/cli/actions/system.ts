import type { Schema } from '../../api-client/operation-types.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText, localTime, withoutControls } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

type Options = GatewayOptions & { readonly format: TextOrJson };

/** Prints the state of a server. @returns 1 while it is not ready */
export async function printSystem({ format, ...server }: Options, terminal: Terminal): Promise<ExitStatus> {
  const connection = openConnection(server, terminal);
  const system = await connection.body(connection.client.GET('/system'), ['status', 'version', 'checks']);
  terminal.stdout.write(format === 'json' ? jsonText(system) : systemText(system, connection.url));
  return system.status === 'ready' ? 0 : 1;
}

function systemText(
  { status, version, contract, engine, startedAt, checks, queueDepth, executions }: Schema<'System'>,
  url: string,
): string {
  const lines = [
    `${url} is ${status}`,
    `  Flowgate ${version}, API ${contract}, since ${localTime(startedAt)}`,
    ...(engine === undefined ? [] : [`  engine: ${engine}`]),
    ...checks.map((check) =>
      [`  ${check.name}: ${check.ready ? 'ready' : 'not ready'}`, check.version, check.reason]
        .filter((part) => part !== undefined)
        .join(', '),
    ),
    ...(queueDepth === undefined ? [] : [`  waiting executions: ${queueDepth}`]),
    ...(executions === undefined ? [] : Object.entries(executions).map(([state, count]) => `  ${state}: ${count}`)),
  ];
  return lines.map((line) => `${withoutControls(line)}\n`).join('');
}

/** Prints who the server thinks you are. @returns 1 if it does not know you */
export async function printWhoAmI({ format, ...server }: Options, terminal: Terminal): Promise<ExitStatus> {
  const connection = openConnection(server, terminal);
  const you = await connection.body(connection.client.GET('/whoami'), ['identifiedBy', 'rights']);
  terminal.stdout.write(format === 'json' ? jsonText(you) : whoAmIText(you, connection.url));
  return you.subject === undefined ? 1 : 0;
}

function whoAmIText({ subject, reason, identifiedBy, rights }: Schema<'WhoAmI'>, url: string): string {
  const name = subject === undefined ? `unknown${reason === undefined ? '' : `: ${reason}`}` : subject;
  const lines = [
    `${name} (${identifiedBy}) on ${url}`,
    ...rights.map((grant) => `  ${grant.rights.join(', ')} in ${grant.namespaces.join(', ')}`),
  ];
  return lines.map((line) => `${withoutControls(line)}\n`).join('');
}
