import type { Schema } from '../../contract/operation-types.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFinal } from '../../execution/record/execution-state.ts';
import { messageOf } from '../../problem/message-of.ts';
import type { TextSink } from '../command.ts';
import type { ExecutionClient } from '../gateway/execution-client.ts';
import { GatewayError, UnusableGateway } from '../gateway/gateway-error.ts';
import type { Printer } from '../printer.ts';
import { stateLine } from './execution-text.ts';

export interface FollowOptions {
  /** Only the log of this task. */
  readonly task?: string;
  readonly log: Pick<Printer, 'writeLog'>;
  /** Takes a line for each change of the state. */
  readonly remarks: TextSink;
  /** Ends the following; the execution goes on. */
  readonly signal: AbortSignal;
}

/**
 * Copies the log of an execution as it is written, to its end. Connections that break are taken up again where they were
 * cut, for a few minutes.
 * @returns the execution as it ended; undefined when the signal came first
 * @throws {GatewayError | UnusableGateway} when the gateway says no, or stays away
 */
export async function followExecution(
  client: ExecutionClient,
  execution: Schema<'Execution'>,
  options: FollowOptions,
): Promise<Schema<'Execution'> | undefined> {
  const ended = new AbortController();
  const watching = watchState(client, execution, {
    ...options,
    signal: AbortSignal.any([options.signal, ended.signal]),
  });
  try {
    await copyLog(client, execution.id, options);
    return await insist(() => client.read(execution.id), options);
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
  await insist(async (onProgress) => {
    for await (const event of client.events(id, { ...options, lastId })) {
      onProgress();
      if (event.type === 'end') return;
      options.log.writeLog(`${event.data}\n`);
      lastId = event.id;
    }
    throw new UnusableGateway('the log was cut off before its end.', { cause: 'cut off' });
  }, options);
}

const pollMilliseconds = 1_500;

/** Tells each state of an execution but the final one, and what holds it up. A question that fails is asked again. */
async function watchState(
  client: ExecutionClient,
  first: Schema<'Execution'>,
  { remarks, signal }: FollowOptions,
): Promise<void> {
  let told = '';
  let execution = first;
  while (!signal.aborted && !isFinal(execution.state)) {
    const line = stateLine(execution);
    if (line !== told) remarks.write(`${line}\n`);
    told = line;
    await sleep(pollMilliseconds, undefined, { signal }).catch(() => undefined);
    execution = signal.aborted ? execution : await client.read(first.id).catch(() => execution);
  }
}

const shortestWait = 500;
const maxWait = 15_000;
// About three minutes in all, in which a gateway has restarted.
const maxFailures = 16;

/** Does a step again while it fails for reasons that pass; its progress begins the count anew. */
async function insist<Value>(
  step: (onProgress: () => void) => Promise<Value>,
  { remarks, signal }: Pick<FollowOptions, 'remarks' | 'signal'>,
): Promise<Value> {
  let failures = 0;
  for (;;) {
    try {
      return await step(() => {
        failures = 0;
      });
    } catch (error) {
      failures += 1;
      if (signal.aborted || !isPassing(error) || failures > maxFailures) throw error;
      if (failures === 2) remarks.write(`flowgate: ${messageOf(error)} Trying again.\n`);
      await sleep(Math.min(maxWait, shortestWait * 2 ** (failures - 1)), undefined, { signal });
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof GatewayError) return error.status >= 500 || error.status === 429;
  // One that answers, but not as Flowgate does, will not learn to.
  return error instanceof UnusableGateway && error.cause !== undefined;
}
