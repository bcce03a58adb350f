import { succeed } from '../rig/gateway-calls.ts';
import { bold, type Part } from '../rig/part.ts';
import type { Program } from '../rig/program.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { send, type Answer } from '../rig/send.ts';
import { median } from '../rig/statistics.ts';
import {
  freshBody,
  nearLimitRequests,
  storedRevisions,
  type NearLimitRequest,
} from '../samples/near-limit-documents.ts';

/** How long one request may block the others, in milliseconds. */
export const heldGoal = 50;

// Other programs can delay the loop too, but rarely twice for the same request.
const rounds = 3;
const shownRequests = 20;

export const loop: Part = {
  name: 'loop',
  title: 'Bodies near the limits',
  description: `The longest time for which one request blocks the event loop, for requests with bodies near the limits
(\`bench/samples/near-limit-documents.ts\`): in wall-clock time, which includes other programs, and in CPU time. Medians of
three runs. The goal is at most ${heldGoal} ms.`,
  run: (report, words) =>
    withGateway({ FLOWGATE_LOG_LEVEL: 'warn' }, async (gateway) => {
      await prepareForLimits(gateway.url);
      const measured: Awaited<ReturnType<typeof measureRequest>>[] = [];
      for (const request of nearLimitRequests.filter(({ name }) => name.includes(words.join(' '))))
        measured.push(await measureRequest(gateway, request));
      const meeting = (clock: 'held' | 'used') => measured.filter((each) => each[clock] <= heldGoal).length;
      report.text(`Of ${measured.length} requests, ${meeting('held')} meet the goal in wall-clock time, ${meeting('used')} in CPU time.
The ${shownRequests} slowest requests:`);
      report.table(
        'request | status | response time (ms) | blocks the loop (ms) | CPU time (ms)',
        measured
          .toSorted((left, right) => right.held - left.held)
          .slice(0, shownRequests)
          .map(({ name, status, time, held, used }) => [name, status, time.toFixed(0), bold(held, 1), used.toFixed(1)]),
      );
    }),
};

async function measureRequest(gateway: Program, request: NearLimitRequest) {
  const tries = [];
  for (let round = 0; round < rounds; round++) tries.push(await tryRequest(gateway, request, round));
  return {
    name: request.name,
    status: tries[0]?.status,
    time: median(tries.map(({ milliseconds }) => milliseconds)),
    held: median(tries.map(({ held }) => held)),
    used: median(tries.map(({ used }) => used)),
  };
}

export interface LimitAnswer extends Answer {
  /** The longest time for which the event loop was blocked, in wall-clock time and in CPU time. */
  readonly held: number;
  readonly used: number;
}

/** @param round makes the document a new one, because the check of an unchanged document is cached */
export async function tryRequest(
  gateway: Program,
  { body, ...request }: NearLimitRequest,
  round: number,
): Promise<LimitAnswer> {
  await gateway.sample();
  const answer = await send(gateway.url, { ...request, body: body && freshBody(body, round), timeout: 30_000 });
  const { maxDelay, maxUsed } = await gateway.sample();
  return { ...answer, held: maxDelay, used: maxUsed };
}

/** Stores what the requests are about, and waits until Node.js has compiled hot code and the threads have started. */
export async function prepareForLimits(url: string): Promise<void> {
  for (const [index, body] of storedRevisions.entries()) {
    const place = index === 0 ? { method: 'POST', path: '/flows' } : { method: 'PUT', path: '/flows/bench/near-limit' };
    await succeed(url, { ...place, body });
  }
  const some = nearLimitRequests.filter((_, index) => index % 3 === 0);
  await Promise.all(
    some.map(({ body, ...request }) => send(url, { ...request, body: body && freshBody(body, rounds) })),
  );
}
