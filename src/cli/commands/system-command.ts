import type { Schema } from '../../api-client/operation-types.ts';
import { formatOption } from '../declaration/common-options.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printResult } from '../print-result.ts';
import { localTime, withoutControls } from '../terminal-text.ts';

export const systemCommand = gatewayCommand({
  summary: 'print the state of a server',
  description:
    'Prints the versions of a server, whether Redis and Jenkins can be used, and how many executions it has.',
  options: formatOption,
  rejected: 2,
  exit: { 0: 'the server is ready', 1: 'the server is not ready' },
  examples: [{ line: 'flowgate system', does: 'Check whether the server works' }],
  run: async ({ options, connection: { client, body, url } }, terminal) => {
    const system = await body(client.GET('/system'), ['status', 'version', 'checks']);
    printResult(system, systemText(system, url), options, terminal);
    return system.status === 'ready' ? 0 : 1;
  },
});

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
