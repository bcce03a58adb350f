import type { TextOrJson } from '../declaration/list-options.ts';
import { readGivenValues, typedValues, warnOfSecrets } from '../executions/given-values.ts';
import { noticeLines } from '../executions/notice-lines.ts';
import type { ValueOptions } from '../executions/run-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

export interface ValidateInputsOptions extends Omit<ValueOptions, 'file'>, GatewayOptions {
  readonly revision?: number;
  readonly format: TextOrJson;
}

/** Checks values as a run would, and prints what is wrong with them. */
export async function validateInputs(
  flow: string,
  { revision, format, ...options }: ValidateInputsOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const key = flowOf(flow);
  const connection = openConnection(options, terminal);
  const given = await readGivenValues({ ...options, file: [] }, terminal);
  return reportingRejection(terminal, async () => {
    const properties = given.strings.size === 0 ? {} : await new ExecutionClient(connection).inputsOf(key, revision);
    warnOfSecrets(given, properties, terminal);
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/validate-inputs', {
      params: { path: flowPath(key), query: { revision } },
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
  });
}
