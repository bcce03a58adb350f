import type { Schema } from '../../api-client/operation-types.ts';
import { formatOption } from '../declaration/common-options.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printResult } from '../print-result.ts';
import { withoutControls } from '../terminal-text.ts';

export const whoamiCommand = gatewayCommand({
  summary: 'print who you are on a server, and what you may do',
  description: 'Prints the user that the server sees in your token or user id, and your rights in namespaces.',
  options: formatOption,
  rejected: 2,
  exit: { 0: 'the server knows you', 1: 'the server does not know you' },
  examples: [{ line: 'flowgate whoami --context prod', does: 'Check a token' }],
  run: async ({ options, connection: { client, body, url } }, terminal) => {
    const you = await body(client.GET('/whoami'), ['identifiedBy', 'rights']);
    printResult(you, whoAmIText(you, url), options, terminal);
    return you.subject === undefined ? 1 : 0;
  },
});

function whoAmIText({ subject, reason, identifiedBy, rights }: Schema<'WhoAmI'>, url: string): string {
  const name = subject === undefined ? `unknown${reason === undefined ? '' : `: ${reason}`}` : subject;
  const lines = [
    `${name} (${identifiedBy}) on ${url}`,
    ...rights.map((grant) => `  ${grant.rights.join(', ')} in ${grant.namespaces.join(', ')}`),
  ];
  return lines.map((line) => `${withoutControls(line)}\n`).join('');
}
