import type { MeasuredServer } from './measured-server.ts';
import { median } from './median.ts';
import { sendRequests, type Request } from './send-requests.ts';

/** One thing to measure: a kind of request to a server. */
export interface Contestant {
  readonly name: string;
  readonly server: MeasuredServer;
  readonly request: Request;
}

/** CPU time per request in milliseconds, of one contestant in each round. */
export type Times = readonly number[];

const rounds = 15;
// Until Node has compiled what it runs often.
const warmUpRounds = 5;
const requestsPerRound = 400;

/**
 * The times of each contestant by name, from rounds in which they take turns, so that a busy moment of the machine meets
 * all of them.
 */
export async function compareCpu(contestants: readonly Contestant[]): Promise<ReadonlyMap<string, Times>> {
  const times = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const { name, server, request } of contestants) {
      const before = await server.cpuTime();
      await sendRequests(server.url, request, requestsPerRound, round * requestsPerRound);
      const time = ((await server.cpuTime()) - before) / requestsPerRound;
      if (round >= warmUpRounds) times.get(name)?.push(time);
    }
  }
  return times;
}

/** How many times as long as the other one takes: the median over the rounds, each of which is as busy for both. */
export function ratioOf(times: Times, others: Times): number {
  return median(times.map((time, round) => time / (others[round] ?? Number.NaN)));
}
