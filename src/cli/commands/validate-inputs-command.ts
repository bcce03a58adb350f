import { defineCommand } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/list-options.ts';
import { requestOptions, valueOptions } from '../executions/run-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

const { input, 'input-env': inputEnv, 'input-file': inputFile, inputs } = valueOptions;

export const validateInputsCommand = defineCommand({
  summary: 'check values for the inputs of a flow on a server',
  description: `
Checks values as \`flowgate run\` would, without running the flow, and prints a line for each problem. Values are converted
to the types of their inputs.`,
  arguments: flowArgument,
  options: {
    input,
    'input-env': inputEnv,
    'input-file': inputFile,
    inputs,
    revision: { ...requestOptions.revision, summary: 'the inputs of this revision instead of the latest' },
    ...formatOption,
    ...gatewayOptions,
  },
  exit: { 0: 'all values are valid', 1: 'a value is invalid or missing, or the flow was not found' },
  examples: [
    { line: 'flowgate validate-inputs examples/hello -i user_name=Ada', does: 'Check one value' },
    { line: 'flowgate validate-inputs examples/hello --inputs values.yaml', does: 'Check the values in a file' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/validate-inputs.ts')).validateInputs(args.FLOW, options, terminal),
});
