import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption, revisionOption } from '../declaration/common-options.ts';
import { noticeLines } from '../executions/notice-lines.ts';
import { valueOptions } from '../executions/run-options.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';

const { file: _file, ...options } = valueOptions;

export const validateInputsCommand = gatewayCommand({
  summary: 'check values for the inputs of a flow on a server',
  description: `
Checks values as \`flowgate run\` would, without running the flow, and prints a line for each problem. Values are converted
to the types of their inputs.`,
  arguments: flowArgument,
  options: { ...options, ...revisionOption('the inputs of this revision instead of the latest'), ...formatOption },
  exit: { 0: 'all values are valid', 1: 'a value is invalid or missing, or the flow was not found' },
  examples: [
    { line: 'flowgate validate-inputs examples/hello -i user_name=Ada', does: 'Check one value' },
    { line: 'flowgate validate-inputs examples/hello --inputs values.yaml', does: 'Check the values in a file' },
  ],
  run: async ({ args: { FLOW: flow }, options: { revision, format, ...values }, connection }, terminal) => {
    const { readGivenValues, typedValues, warnOfSecrets } = await import('../executions/given-values.ts'); // loads a parser
    const given = await readGivenValues({ ...values, file: [] }, terminal);
    const properties = given.strings.size === 0 ? {} : await new ExecutionClient(connection).inputsOf(flow, revision);
    warnOfSecrets(given, properties, terminal);
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/validate-inputs', {
      params: { path: flowPath(flow), query: { revision } },
      body: { inputs: typedValues(given, properties) },
    });
    const { valid, errors, notices } = await connection.body(call, ['valid', 'errors']);
    if (format === 'json') terminal.stdout.write(jsonText({ valid, errors, notices }));
    else {
      for (const { input_id: id, message } of errors)
        terminal.stdout.write(`${withoutControls(`${id}: ${message}`)}\n`);
      terminal.stderr.write(noticeLines(notices));
    }
    return valid ? 0 : 1;
  },
});
