import { ask, readStandardInput } from '../ask.ts';
import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** Seals a secret for the triggers of a flow, and prints the text that stands for it. */
export async function seal(
  { flow, input }: { readonly flow: string; readonly input: string },
  server: GatewayOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const path = { ...flowPath(flowOf(flow)), input_id: input };
  const connection = openConnection(server, terminal);
  const value = await readValue(`Value of ${input}: `, terminal);
  return reportingRejection(terminal, async () => {
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/inputs/{input_id}/seal', {
      params: { path },
      body: { value },
    });
    const { sealed } = await connection.body(call, ['sealed']);
    terminal.stdout.write(`${withoutControls(sealed)}\n`);
    return 0;
  });
}

/** @throws {UsageError} if no value is given */
async function readValue(question: string, terminal: Terminal): Promise<string> {
  const isAsked = terminal.stdin.isTTY === true;
  const value = isAsked ? await ask(question, terminal, { isHidden: true }) : await readStandardInput(terminal);
  if (value === '') throw new UsageError('no value specified; type it when asked, or send it to standard input.');
  return value;
}
