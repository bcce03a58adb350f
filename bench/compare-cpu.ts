import type { MeasuredServer } from './measured-server.ts';
import { median } from './median.ts';
import { sendRequests, type Request } from './send-requests.ts';

/** A kind of request to a server. */
export interface Contestant {
  readonly name: string;
  readonly server: MeasuredServer;
  readonly request: Request;
}

/** CPU time per request in milliseconds, by round. */
export type Times = readonly number[];

const rounds = 9;
// Node.js still compiles hot code after several thousand requests; a larger program takes longer to get there.
const warmUpRounds = 5;
// Long enough that new connections and what a process does after a pause hardly count.
const requestsPerRound = 2_000;

/**
 * The times of each contestant by name. Contestants alternate in each round, so that a busy moment of the machine
 * affects all of them.
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

/** The median of the ratios in each round, because both contestants have the same load in a round. */
export function ratioOf(times: Times, others: Times): number {
  return median(times.map((time, round) => time / (others[round] ?? Number.NaN)));
}
