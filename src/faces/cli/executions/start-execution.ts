import type { JsonObject } from '../../../base/text/json-value.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { ExecutionClient, InputProperties } from '../gateway/execution-client.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { printResult } from '../print-result.ts';
import type { Terminal } from '../terminal.ts';
import { readExecutionReports, writeExecutionReports } from './execution-reports.ts';
import { noticeLines } from './execution-text.ts';
import { followToEnd } from './follow-to-end.ts';
import { readGivenValues, readLabels, typedValues, type SubmittedValues } from './given-values.ts';
import type { RunOptions } from './run-options.ts';

/** How an execution starts: a run or a replay. */
export interface Start {
  readonly client: ExecutionClient;
  /** The flow to run, and its revision unless the options name another. */
  flow(): Promise<FlowKey & { readonly revision?: number }>;
  start(body: Schema<'RunRequest'>, idempotencyKey: string | undefined): Promise<Schema<'Execution'>>;
}

/** Starts an execution, and follows it with `--follow`. @throws as ExecutionClient, {UsageError} */
export async function startExecution(
  options: RunOptions,
  { client, flow, start }: Start,
  terminal: Terminal,
): Promise<ExitStatus | void> {
  const { revision } = options;
  readExecutionReports(options.report); // nothing starts if one is wrong
  const labels = readLabels(options.label);
  const given = await readGivenValues(options, terminal);
  const inputs = await sentInputs(given, await flow(), { client, revision }, terminal);
  const body = {
    inputs,
    ...(revision !== undefined && { revision }),
    ...(Object.keys(labels).length > 0 && { labels }),
  };
  return printStarted(client, await start(body, options['idempotency-key']), options, terminal);
}

/** Prints an execution that was accepted, and follows it with `--follow`. @throws as ExecutionClient */
export async function printStarted(
  client: ExecutionClient,
  execution: Schema<'Execution'>,
  options: Pick<RunOptions, 'follow' | 'strict' | 'format' | 'report' | 'stop-on-interrupt'>,
  terminal: Terminal,
): Promise<ExitStatus | void> {
  const { follow, strict: isStrict, format, 'stop-on-interrupt': stopsOnInterrupt } = options;
  const files = readExecutionReports(options.report);
  const url = client.urlOf(execution.id);
  const report = (current: Schema<'Execution'>) => writeExecutionReports(files, { execution: current, url }, terminal);
  await report(execution);
  if (follow) {
    const choice = { isJson: format === 'json', isStrict, stopsOnInterrupt, report };
    return followToEnd(client, execution, choice, terminal);
  }
  terminal.stderr.writeLines(...noticeLines(execution.notices));
  printResult(execution, [`${execution.id} ${execution.state} ${client.urlOf(execution.id)}`], options, terminal);
}

/** The values for the request; uploads the files and replaces them with references. */
async function sentInputs(
  given: SubmittedValues,
  flow: FlowKey & { readonly revision?: number },
  { client, revision = flow.revision }: { readonly client: ExecutionClient; readonly revision?: number },
  terminal: Terminal,
): Promise<JsonObject> {
  const values = await typedValues(given, () => typesOf(flow, { client, revision }), terminal);
  return given.files.size === 0 ? values : { ...values, ...(await client.upload(flow, given.files, { revision })) };
}

async function typesOf(
  flow: FlowKey,
  { client, revision }: { readonly client: ExecutionClient; readonly revision: number | undefined },
): Promise<InputProperties> {
  try {
    return await client.inputsOf(flow, revision);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'forbidden') throw error;
    throw error.withAdvice(
      'Values of --input, --input-env and --input-file are converted to the types of the flow, which needs that right. Without it, give typed values in a YAML or JSON file with --inputs.',
    );
  }
}
