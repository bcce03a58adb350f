import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { ExitStatus } from '../exit-status.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { flowPath } from '../gateway/flow-client.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { printResult, type ResultFormat } from '../print-result.ts';
import type { Terminal } from '../terminal.ts';
import { noticeLines } from './execution-text.ts';
import { readGivenValues, typedValues } from './given-values.ts';
import type { ValueOptions } from './run-options.ts';

export interface ValidateValuesOptions extends Omit<ValueOptions, 'file'>, ResultFormat {
  readonly connection: GatewayConnection;
  readonly revision: number | undefined;
}

/** Checks values for the inputs of a flow on a server, and prints a line for each problem. */
export async function validateValues(
  flow: FlowKey,
  { revision, connection, ...options }: ValidateValuesOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const given = await readGivenValues({ ...options, file: [] }, terminal);
  const readProperties = () => new ExecutionClient(connection).inputsOf(flow, revision);
  const call = connection.client.POST('/flows/{namespace}/{flow_id}/validate-inputs', {
    params: { path: flowPath(flow), query: { revision } },
    body: { inputs: await typedValues(given, readProperties, terminal) },
  });
  const { valid, errors, notices } = await connection.body(call, ['valid', 'errors']);
  const lines = errors.map(({ input_id: id, message }) => `${id}: ${message}`);
  printResult({ valid, errors, notices }, lines, options, terminal);
  if (options.format === 'text') terminal.stderr.writeLines(...noticeLines(notices));
  return valid ? 0 : 1;
}
