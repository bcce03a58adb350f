import { messageOf } from '../../../base/problem/message-of.ts';
import { sleep } from '../../../base/timers/timers.ts';
import { isFinal } from '../../../lifecycle/execution-state.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { ExecutionClient, LogQuery } from '../gateway/execution-client.ts';
import { GatewayError, UnusableGateway } from '../gateway/gateway-error.ts';
import { stopKeys } from '../local/stop-keys.ts';
import type { Printer } from '../printer.ts';
import { jsonText } from '../terminal-text.ts';
import { interruptible, type Terminal } from '../terminal.ts';
import { executionLines, exitStatusOf, stateLine } from './execution-text.ts';

type Execution = Schema<'Execution'>;

export interface FollowChoice extends LogQuery {
  /** Whether standard output is reserved for the final record; the log goes to standard error then. */
  readonly isJson: boolean;
  /** Whether warnings count as a failure. */
  readonly isStrict: boolean;
  /** Whether an interruption stops the execution, and only a second one the following. */
  readonly stopsOnInterrupt?: boolean | undefined;
  /** Receives the final record. */
  readonly report?: (execution: Execution) => Promise<void>;
}

/**
 * Prints the log of an execution as it is written, and its states, tasks and outputs on stderr. After a lost connection,
 * it resumes where it stopped, for a few minutes.
 * @throws {GatewayError | UnusableGateway} when the gateway rejects a request or stays unreachable
 */
export async function followToEnd(
  client: ExecutionClient,
  execution: Execution,
  { isJson, isStrict, stopsOnInterrupt, report, ...query }: FollowChoice,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { stdout, stderr } = terminal;
  const log = isJson ? stderr : stdout;
  const listen = stopsOnInterrupt === true ? stopListener(client, execution.id, terminal) : terminal.onInterrupt;
  const ended = await interruptible(listen, (signal) =>
    followExecution(client, execution, { ...query, log, status: stderr, signal }),
  );
  if (ended === undefined) {
    const { id, namespace, flowId } = execution;
    stderr.writeLines(
      '',
      `${namespace}/${flowId} continues: \`flowgate stop ${id}\` stops it, \`flowgate logs --follow ${id}\` follows it again.`,
    );
    return 130;
  }
  stderr.writeLines(...executionLines(ended, new Date()));
  await report?.(ended);
  if (isJson) stdout.write(jsonText(ended));
  return exitStatusOf(ended.state, isStrict);
}

/** Listens for interruptions: the first stops the execution, which is followed to its end; the second is passed on. */
function stopListener(client: ExecutionClient, id: string, { stderr, onStop }: Terminal): Terminal['onInterrupt'] {
  const stop = () => {
    stderr.writeLines(`Stopping ${id}; its final tasks run.`);
    client.stop(id).catch((error: unknown) => stderr.writeMessage(messageOf(error)));
  };
  return (abort) => onStop(stopKeys({ stop, kill: abort }));
}

interface FollowOptions extends LogQuery {
  readonly log: Printer;
  /** Receives a line for each change of state. */
  readonly status: Printer;
  /** Stops following; the execution continues. */
  readonly signal: AbortSignal;
}

/** @returns the final execution; undefined if the signal aborts first */
async function followExecution(
  client: ExecutionClient,
  execution: Execution,
  options: FollowOptions,
): Promise<Execution | undefined> {
  const ended = new AbortController();
  const watching = watchState(client, execution, {
    ...options,
    signal: AbortSignal.any([options.signal, ended.signal]),
  });
  try {
    await copyLog(client, execution.id, options);
    return await withRetries(() => client.read(execution.id), options);
  } catch (error) {
    if (options.signal.aborted) return undefined;
    throw error;
  } finally {
    ended.abort();
    await watching;
  }
}

async function copyLog(client: ExecutionClient, id: string, options: FollowOptions): Promise<void> {
  let lastId = '';
  await withRetries(async (onProgress) => {
    for await (const event of client.events(id, { ...options, lastId })) {
      onProgress();
      if (event.type === 'end') return;
      options.log.writeLog(`${event.data}\n`);
      lastId = event.id;
    }
    throw new UnusableGateway('the log ended unexpectedly.', { cause: 'cut off' });
  }, options);
}

const pollMilliseconds = 1_500;

/** Reports each state of an execution except the final one, and what delays it. Retries failed requests. */
async function watchState(client: ExecutionClient, first: Execution, { status, signal }: FollowOptions): Promise<void> {
  let lastLine = '';
  let execution = first;
  while (!signal.aborted && !isFinal(execution.state)) {
    const line = stateLine(execution);
    if (line !== lastLine) status.writeLines(line);
    lastLine = line;
    await sleep(pollMilliseconds, undefined, { signal }).catch(() => undefined);
    execution = signal.aborted ? execution : await client.read(first.id).catch(() => execution);
  }
}

const minDelay = 500;
const maxDelay = 15_000;
// About three minutes in total, enough for a gateway to restart.
const maxFailures = 16;

/** Retries a step while it fails with transient errors; progress resets the count of failures. */
async function withRetries<Value>(
  step: (onProgress: () => void) => Promise<Value>,
  { status, signal }: Pick<FollowOptions, 'status' | 'signal'>,
): Promise<Value> {
  let failures = 0;
  for (;;) {
    try {
      return await step(() => {
        failures = 0;
      });
    } catch (error) {
      failures += 1;
      if (signal.aborted || !isTransient(error) || failures > maxFailures) throw error;
      if (failures === 2) status.writeLines(`flowgate: ${messageOf(error)} Retrying.`);
      await sleep(Math.min(maxDelay, minDelay * 2 ** (failures - 1)), undefined, { signal });
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof GatewayError) return error.status >= 500 || error.status === 429;
  // Without a cause, a server answered that is not Flowgate; retrying does not help.
  return error instanceof UnusableGateway && error.cause !== undefined;
}
