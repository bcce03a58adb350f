import type { MeasuredServer } from './measured-server.ts';
import { median } from './median.ts';
import { sendRequests, type Request } from './send-requests.ts';

/** One thing to measure: a kind of request to a server. */
export interface Contestant {
  readonly name: string;
  readonly server: MeasuredServer;
  readonly request: Request;
}

const rounds = 7;
const requestsPerRound = 400;

/**
 * CPU time per request in milliseconds, by name: the median of several rounds, in which the contestants take turns,
 * so that a busy moment of the machine meets all of them. A first round warms up and does not count.
 */
export async function compareCpu(contestants: readonly Contestant[]): Promise<ReadonlyMap<string, number>> {
  const times = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, server, request } of contestants) {
      const before = await server.cpuTime();
      await sendRequests(server.url, request, requestsPerRound, round * requestsPerRound);
      const time = ((await server.cpuTime()) - before) / requestsPerRound;
      if (round > 0) times.get(name)?.push(time);
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}
