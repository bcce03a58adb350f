import { flowName } from '../../language/flow/flow-key.ts';
import type { CommandGroup } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption, revisionOption } from '../declaration/common-options.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printResult } from '../print-result.ts';
import { withoutControls } from '../terminal-text.ts';

const push = gatewayCommand({
  summary: 'create or update the job of a flow in Jenkins, without a run',
  description: `
Creates or updates the job of a flow in Jenkins without running it, and prints its URL. \`flowgate run\` does this by itself.`,
  arguments: flowArgument,
  options: { ...revisionOption('push this revision instead of the latest'), ...formatOption },
  exit: { 1: 'the flow was not found, cannot be converted, or you may not execute it' },
  examples: [{ line: 'flowgate jenkins push examples/hello', does: 'Bring the job up to date' }],
  run: async ({ args: { FLOW: flow }, options, connection: { client, body } }, terminal) => {
    const params = { path: flowPath(flow), query: { revision: options.revision } };
    const job = await body(client.POST('/flows/{namespace}/{flow_id}/push', { params }), ['url', 'change', 'revision']);
    const line = `${job.change} the job of ${flowName(flow)}, revision ${job.revision}: ${job.url}`;
    printResult(job, `${withoutControls(line)}\n`, options, terminal);
  },
});

export const jenkinsCommand: CommandGroup = {
  summary: 'work with the jobs in Jenkins',
  description: 'Works with the jobs that Flowgate keeps in Jenkins.',
  commands: { push: async () => push },
};
