import { ask, readStandardInput } from '../ask.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

export const sealCommand = gatewayCommand({
  summary: 'seal a secret for the triggers of a flow',
  description: `
Encrypts a value with the key of the server, and prints the text that stands for it in the inputs of a trigger. It can be
used only for this secret input of this flow, which need not exist yet. The value comes from standard input; on a terminal, the
command asks for it and does not show it.`,
  arguments: { ...flowArgument, INPUT: { summary: 'the id of a secret input' } },
  exit: { 1: 'you may not do this, or the server rejects the value' },
  examples: [
    { line: 'flowgate seal examples/hello token', does: 'Type a secret, and copy the result into the flow' },
    { line: 'flowgate seal examples/hello token --context production', does: 'Seal it for another server' },
  ],
  run: async ({ args: { FLOW: flow, INPUT: input }, connection: { client, body } }, terminal) => {
    const value = await readValue(`Value of ${input}: `, terminal);
    const call = client.POST('/flows/{namespace}/{flow_id}/inputs/{input_id}/seal', {
      params: { path: { ...flowPath(flow), input_id: input } },
      body: { value },
    });
    const { sealed } = await body(call, ['sealed']);
    terminal.stdout.write(`${withoutControls(sealed)}\n`);
  },
});

/** @throws {UsageError} if no value is given */
async function readValue(question: string, terminal: Terminal): Promise<string> {
  const isAsked = terminal.stdin.isTTY === true;
  const value = isAsked ? await ask(question, terminal, { isHidden: true }) : await readStandardInput(terminal);
  if (value === '') throw new UsageError('no value specified; type it when asked, or send it to standard input.');
  return value;
}
