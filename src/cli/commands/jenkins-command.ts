import { defineCommand, type CommandGroup } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/list-options.ts';
import { requestOptions } from '../executions/run-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

const push = defineCommand({
  summary: 'create or update the job of a flow in Jenkins, without a run',
  description: `
Creates or updates the job of a flow in Jenkins without running it, and prints its URL. \`flowgate run\` does this by itself.`,
  arguments: flowArgument,
  options: {
    revision: { ...requestOptions.revision, summary: 'push this revision instead of the latest' },
    ...formatOption,
    ...gatewayOptions,
  },
  exit: { 1: 'the flow was not found, cannot be converted, or you may not execute it' },
  examples: [{ line: 'flowgate jenkins push examples/hello', does: 'Bring the job up to date' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/jenkins.ts')).pushJob(args.FLOW, options, terminal),
});

export const jenkinsCommand: CommandGroup = {
  summary: 'work with the jobs in Jenkins',
  description: 'Works with the jobs that Flowgate keeps in Jenkins.',
  commands: { push: async () => push },
};
