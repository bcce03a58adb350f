import { createHash } from 'node:crypto';
import { writeJson } from '../../../base/text/exact-json.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import { sleep } from '../../../base/timers/timers.ts';
import type { JenkinsJobs, JobBuild } from '../../../engines/jenkins/client/jenkins-jobs.ts';
import type { ImportResult } from '../../../import/import-job.ts';
import type { Duration } from '../../../language/flow/duration.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import { isFinal } from '../../../lifecycle/execution-state.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { readGivenValues, typedValues } from '../executions/given-values.ts';
import type { ValueOptions } from '../executions/run-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { pushFlow } from '../flows/push-flow.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { FlowClient } from '../gateway/flow-client.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { differencesOf, varyingText, type RunFile, type RunSide } from './run-differences.ts';

export interface BothOptions {
  /** The full name of the job. */
  readonly name: string;
  readonly key: FlowKey;
  readonly result: ImportResult;
  readonly values: Omit<ValueOptions, 'file'>;
  readonly isForced: boolean;
  /** The max time until both have ended. */
  readonly timeout: Duration;
}

const pauseMilliseconds = 1_000;

/**
 * Stores the flow of a job on a server, runs it and the job with the same values, and prints how they differ.
 * @throws {UsageError} if one of them cannot be run
 */
export async function runBoth(
  { name, key, result, values, isForced, timeout }: BothOptions,
  { jobs, connection }: { readonly jobs: JenkinsJobs; readonly connection: GatewayConnection },
  terminal: Terminal,
): Promise<ExitStatus> {
  await storeFlow(result.flow, { key, connection, isForced });
  const client = new ExecutionClient(connection);
  const given = await readGivenValues({ ...values, file: [] }, terminal);
  const inputs = await typedValues(given, () => client.inputsOf(key), terminal);
  await requireParameters(Object.keys(inputs), name, jobs);
  const item = await jobs.start(name, parametersOf(inputs));
  const execution = await client.run(key, { inputs });
  terminal.stderr.write(`Running ${name} and ${flowName(key)} (${client.urlOf(execution.id)})\n`);
  const deadline = { ends: Date.now() + timeout.seconds * 1_000, timeout };
  const [build, ended] = await Promise.all([
    endOfBuild(jobs, { name, item }, deadline),
    endOfExecution(client, execution.id, deadline),
  ]);
  const sides = {
    job: { ...(await jobSide(jobs, name, build)), workspace: name },
    flow: { ...(await flowSide(client, connection, ended)), workspace: flowName(key) },
  };
  const { lines, varying } = differencesOf(sides, result);
  const head = `${name} #${build.number}: ${sides.job.result}; ${ended.id}: ${sides.flow.result}`;
  const none = varying === 0 ? 'no difference' : `no difference, but for ${varyingText(varying)}`;
  terminal.stdout.writeLines(head, ...(lines.length === 0 ? [none] : lines));
  return lines.length === 0 ? 0 : 1;
}

/** Never replaces a flow that somebody may have finished by hand, unless it is forced. */
async function storeFlow(
  flow: string,
  { key, connection, isForced }: { key: FlowKey; connection: GatewayConnection; isForced: boolean },
): Promise<void> {
  const gateway = new FlowClient(connection);
  const file = { name: flowName(key), text: flow, bytes: Buffer.from(flow) };
  const options = { gateway, isForced, isOwner: false } as const;
  const expected = isForced ? undefined : await pushFlow(file, { ...options, isDryRun: true });
  if (expected?.outcome === 'updated')
    throw new UsageError(
      `${flowName(key)} on the server is another flow; --force replaces it, --id stores it as another one.`,
    );
  const { outcome, reason = '' } = await pushFlow(file, { ...options, isDryRun: false });
  if (outcome === 'rejected') throw new UsageError(`the server rejected ${flowName(key)}: ${reason}.`);
}

/** Jenkins drops parameters that a job does not declare, and would run it with other values than the flow. */
async function requireParameters(given: readonly string[], name: string, jobs: JenkinsJobs): Promise<void> {
  const declared = await jobs.parameters(name);
  const missing = given.filter((id) => !declared.includes(id));
  if (missing.length > 0)
    throw new UsageError(
      `${name} has no parameter ${missing.join(', ')}. Jenkins learns the parameters of a Jenkinsfile from its first build; build the job once.`,
    );
}

/** Parameters of Jenkins are text: a list has a line for each item. */
function parametersOf(inputs: Readonly<Record<string, JsonValue>>): ReadonlyMap<string, string> {
  const textOf = (value: JsonValue): string =>
    Array.isArray(value) ? value.map(textOf).join('\n') : typeof value === 'string' ? value : writeJson(value);
  return new Map(Object.entries(inputs).map(([id, value]) => [id, textOf(value)]));
}

interface Deadline {
  /** Milliseconds since 1970. */
  readonly ends: number;
  readonly timeout: Duration;
}

async function endOfBuild(
  jobs: JenkinsJobs,
  { name, item }: { readonly name: string; readonly item: number },
  deadline: Deadline,
): Promise<JobBuild> {
  let number: number | undefined;
  for (;;) {
    number ??= await jobs.buildOf(item);
    const build = number === undefined ? undefined : await jobs.build(name, number);
    if (build?.result !== undefined) return build;
    const what = number === undefined ? `The build of ${name} did not start` : `${name} #${number} did not end`;
    await pauseBefore(deadline, `${what} within ${deadline.timeout.text}; stop it in Jenkins`);
  }
}

async function endOfExecution(client: ExecutionClient, id: string, deadline: Deadline): Promise<Schema<'Execution'>> {
  for (;;) {
    const execution = await client.read(id);
    if (isFinal(execution.state)) return execution;
    const waits = execution.waitingFor === undefined ? '' : ` and waits for ${execution.waitingFor.task}`;
    await pauseBefore(
      deadline,
      `Execution ${id} did not end within ${deadline.timeout.text}${waits}; decide or stop it at ${client.urlOf(id)}`,
    );
  }
}

/** @throws {UsageError} after the deadline: both runs go on */
async function pauseBefore({ ends }: Deadline, late: string): Promise<void> {
  if (Date.now() >= ends) throw new UsageError(`${late}. --timeout changes the limit.`);
  await sleep(pauseMilliseconds);
}

async function jobSide(
  jobs: JenkinsJobs,
  name: string,
  { number, result = '', artifacts }: JobBuild,
): Promise<Omit<RunSide, 'workspace'>> {
  const files: RunFile[] = [];
  for (const path of artifacts.filter(isOfWork))
    files.push(await fileOf(path, await jobs.artifact(name, number, path)));
  return { result: resultWords[result] ?? result, files, log: await jobs.log(name, number) };
}

async function flowSide(
  client: ExecutionClient,
  connection: GatewayConnection,
  { id, state }: Schema<'Execution'>,
): Promise<Omit<RunSide, 'workspace'>> {
  const path = { execution_id: id };
  const list = connection.client.GET('/executions/{execution_id}/artifacts', { params: { path } });
  const files: RunFile[] = [];
  for (const artifact of (await connection.body(list, ['artifacts'])).artifacts) {
    const body = await connection.stream((stream) =>
      connection.client.GET('/executions/{execution_id}/artifacts/{path}*', {
        params: { path: { execution_id: id, path: artifact.path } },
        headers: { accept: '*/*' },
        ...stream,
      }),
    );
    files.push(await fileOf(artifact.path, body));
  }
  const log: string[] = [];
  for await (const piece of client.log(id, {})) log.push(piece);
  return { result: state, files, log: log.join('') };
}

/** What a Jenkinsfile of Flowgate keeps for Flowgate is no result of the work. */
function isOfWork(path: string): boolean {
  return !path.startsWith('.flowgate/');
}

/** The results of Jenkins as Flowgate calls them. */
const resultWords: Readonly<Record<string, string>> = {
  SUCCESS: 'SUCCESS',
  UNSTABLE: 'WARNING',
  FAILURE: 'FAILED',
  ABORTED: 'KILLED',
};

async function fileOf(path: string, content: AsyncIterable<Uint8Array>): Promise<RunFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of content) {
    hash.update(piece);
    size += piece.length;
  }
  return { path, size, digest: hash.digest('hex') };
}
