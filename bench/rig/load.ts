import autocannon from 'autocannon';
import type { Program } from './program.ts';
import { alternate, quantile } from './statistics.ts';

/** A kind of POST request that is sent many times. */
export interface Request {
  readonly path: string;
  readonly contentType: string;
  /** The body of the n-th request. */
  body(n: number): string;
}

export interface Load {
  readonly connections: number;
  /** How many requests are sent, or for how many seconds. */
  readonly amount?: number;
  readonly duration?: number;
  /** The number of the first request. */
  readonly firstNumber?: number;
}

/** Sends requests over a few connections. @throws {Error} if one fails */
export async function sendRequests(
  url: string,
  { path, contentType, body }: Request,
  { firstNumber = 0, ...load }: Load,
): Promise<autocannon.Result> {
  let next = firstNumber;
  const headers = { 'content-type': contentType, 'x-oidc-sub': 'bench' };
  const setupRequest = (prepared: autocannon.Request) => ({ ...prepared, body: body(next++) });
  const result = await autocannon({ url, ...load, requests: [{ method: 'POST', path, headers, setupRequest }] });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} requests to ${url}${path} failed`);
  return result;
}

/** A kind of request to a server. */
export interface Contestant {
  readonly server: Program;
  readonly request: Request;
}

const rounds = 9;
// Node.js still compiles hot code after several thousand requests; a larger program takes longer to get there.
const warmUp = 5;
// Long enough to make new connections and the work after a pause negligible.
const amount = 2_000;

/** The CPU times per request in milliseconds, by round, of each contestant. */
export function compareCpu<Name extends string>(contestants: Readonly<Record<Name, Contestant>>) {
  const timeOf = async ({ server, request }: Contestant, round: number) => {
    const before = await server.cpuTime();
    await sendRequests(server.url, request, { connections: 4, amount, firstNumber: round * amount });
    return ((await server.cpuTime()) - before) / amount;
  };
  const entries = Object.entries<Contestant>(contestants).map(
    ([name, contestant]) => [name, (round: number) => timeOf(contestant, round)] as const,
  );
  const measures = Object.fromEntries(entries) as Record<Name, (round: number) => Promise<number>>; // the same names
  return alternate(measures, { rounds, warmUp });
}

/** Response times over HTTP in milliseconds. */
export interface RequestTimes {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

/**
 * Reads URLs one after the other; the first hundred requests are not measured.
 * @throws {Error} if a request fails
 */
export async function requestTimes(urlOf: (round: number) => string): Promise<RequestTimes> {
  const times: number[] = [];
  for (let round = -100; round < 300; round += 1) {
    const start = performance.now();
    const answer = await fetch(urlOf(Math.abs(round)));
    const text = await answer.text();
    if (!answer.ok) throw new Error(`A request of the bench is rejected: ${text}`);
    if (round >= 0) times.push(performance.now() - start);
  }
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99), longest: quantile(times, 1) };
}
