/** Response times of a request over HTTP in milliseconds. */
export interface RequestTimes {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

const warmUps = 100;
const measured = 300;

/**
 * Sends requests one after the other; those before the first round are not measured.
 * @throws {Error} if a request fails
 */
export async function requestTimes(urlOf: (round: number) => string): Promise<RequestTimes> {
  const times: number[] = [];
  for (let round = -warmUps; round < measured; round += 1) {
    const start = performance.now();
    const answer = await fetch(urlOf(Math.abs(round)));
    const text = await answer.text();
    if (!answer.ok) throw new Error(`A request of the bench is rejected: ${text}`);
    if (round >= 0) times.push(performance.now() - start);
  }
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99), longest: at(1) };
}
