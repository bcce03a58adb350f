import { join } from 'node:path';
import type { Schema } from '../src/api-client/operation-types.ts';
import { post, untilEnded } from './gateway-calls.ts';
import { startMeasuredServer } from './measured-server.ts';
import { queuedFlow } from './sample-flows.ts';

/** Executions that are queued at once on a gateway that runs them itself. */
export interface QueueTime {
  readonly executions: number;
  readonly executors: number;
  /** Executions that did not succeed. */
  readonly lost: number;
  /** The part of the time in which the executors were busy, from the first start to the last end; at most 1. */
  readonly busy: number;
  /** From the first start to the last end, in milliseconds. */
  readonly time: number;
}

const executions = 100;
const executors = 2;

/** @param folder for the data of the gateway */
export async function measureQueue(folder: string): Promise<QueueTime> {
  const settings = {
    FLOWGATE_DATA: join(folder, 'queue'),
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_LOCAL_EXECUTORS: String(executors),
  };
  const script = join(import.meta.dirname, '..', 'dist/src/main.js');
  const server = await startMeasuredServer(script, 3974, settings, join(folder, 'queue.log'));
  try {
    await post(`${server.url}/flows`, 'application/x-yaml', queuedFlow);
    const started = Array.from({ length: executions }, () =>
      post(`${server.url}/flows/bench/queued/executions`, 'application/json', '{}'),
    );
    const ids = (await Promise.all(started)).map((answer) => (answer as Schema<'Execution'>).id);
    const ended = [];
    for (const id of ids) ended.push(await untilEnded(`${server.url}/executions/${id}`));
    const times = ended.map(
      ({ startedAt = '', endedAt = '' }) => [Date.parse(startedAt), Date.parse(endedAt)] as const,
    );
    const time = Math.max(...times.map(([, end]) => end)) - Math.min(...times.map(([start]) => start));
    const busy = times.reduce((sum, [start, end]) => sum + end - start, 0) / (executors * time);
    return { executions, executors, lost: ended.filter(({ state }) => state !== 'SUCCESS').length, busy, time };
  } finally {
    await server.stop();
  }
}
