import { setTimeout as sleep } from 'node:timers/promises';
import { succeed } from '../rig/gateway-calls.ts';
import { bold, type Part, type PartReport } from '../rig/part.ts';
import type { ProgramSample } from '../rig/program.ts';
import { withSupervisedGateway } from '../rig/running-gateway.ts';
import { briefly, send, type Answer } from '../rig/send.ts';
import { median } from '../rig/statistics.ts';
import type { SupervisedGateway } from '../rig/supervised-gateway.ts';
import {
  freshBody,
  nearLimitRequests,
  storedRevisions,
  type NearLimitRequest,
} from '../samples/near-limit-documents.ts';

/** How long one request may block the others, in milliseconds. */
export const heldGoal = 50;
const maxHeld = 4 * heldGoal;

// Other programs can delay the loop too, but rarely twice for the same request.
const rounds = 3;
const shownRequests = 20;

/** This is also a part of the hard suite, because a request that blocks the loop for four times the goal fails. */
export const loop: Part = {
  name: 'loop',
  title: 'Bodies near the limits',
  description: `The longest time for which one request blocks the event loop, for requests with bodies near the limits
(\`bench/samples/near-limit-documents.ts\`): in wall-clock time, which includes other programs, and in CPU time. Medians of
three runs. The goal is at most ${heldGoal} ms; a request whose best run takes ${maxHeld} ms fails.`,
  run: (report, words) =>
    withSupervisedGateway({ environment: { FLOWGATE_LOG_LEVEL: 'warn' } }, async (gateway) => {
      await prepareForLimits(await gateway.url());
      await (await gateway.process).sample();
      await sleep(500);
      report.figure('idle', milliseconds((await (await gateway.process).sample()).maxDelay));
      const measured: Measured[] = [];
      for (const request of nearLimitRequests.filter(({ name }) => name.includes(words.join(' '))))
        measured.push(...(await measureRequest(gateway, request, report)));
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

interface Measured {
  readonly name: string;
  readonly status: number;
  readonly time: number;
  /** The longest time for which the event loop was blocked, in wall-clock time and in CPU time. */
  readonly held: number;
  readonly used: number;
}

/** @returns nothing if a request has no answer; the gateway is killed then, because it would delay the next ones */
async function measureRequest(
  gateway: SupervisedGateway,
  { name, body, ...request }: NearLimitRequest,
  report: PartReport,
): Promise<readonly Measured[]> {
  const current = await gateway.process;
  const tries: (Answer & ProgramSample)[] = [];
  for (let round = 0; round < rounds; round++) {
    try {
      await current.sample();
      // The check of an unchanged document is cached.
      const sent = { ...request, body: body && freshBody(body, round), timeout: 30_000 };
      tries.push({ ...(await send(current.url, sent)), ...(await current.sample()) });
    } catch (error) {
      report.check(`${name}: the answer`, current.isAlive() ? String(error) : current.log().slice(-500));
      await gateway.kill();
      return [];
    }
  }
  const isCached = request.type === 'application/x-yaml' && freshBody(body ?? '', 1) === body;
  const best = Math.min(...tries.slice(0, isCached ? 1 : rounds).map(({ maxDelay }) => maxDelay));
  report.check(`${name}: the loop`, best > maxHeld && `it waits ${milliseconds(best)}`);
  const failed = tries.find(({ status }) => status >= 500);
  report.check(`${name}: the answer`, failed && briefly(failed));
  return [
    {
      name,
      status: tries[0]?.status ?? 0,
      time: median(tries.map((each) => each.milliseconds)),
      held: median(tries.map(({ maxDelay }) => maxDelay)),
      used: median(tries.map(({ maxUsed }) => maxUsed)),
    },
  ];
}

function milliseconds(delay: number): string {
  return `${delay.toFixed(0)} ms`;
}

/** Stores what the requests are about, and waits until Node.js has compiled hot code and the threads have started. */
async function prepareForLimits(url: string): Promise<void> {
  for (const [index, body] of storedRevisions.entries()) {
    const place = index === 0 ? { method: 'POST', path: '/flows' } : { method: 'PUT', path: '/flows/bench/near-limit' };
    await succeed(url, { ...place, body });
  }
  const some = nearLimitRequests.filter((_, index) => index % 3 === 0);
  await Promise.all(
    some.map(({ body, ...request }) => send(url, { ...request, body: body && freshBody(body, rounds) })),
  );
}
