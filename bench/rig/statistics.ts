/** The value that this share of the values does not exceed: 0.5 the median, 1 the maximum; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** The median; the mean of the two middle values for an even number of values. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('An empty list has no median');
  return (
    (quantile(values, 0.5) +
      -quantile(
        values.map((value) => -value),
        0.5,
      )) /
    2
  );
}

/** The median of the ratios in each round, because both have the same load in a round. */
export function ratioOf(times: readonly number[], others: readonly number[]): number {
  return median(times.map((time, round) => time / (others[round] ?? Number.NaN)));
}

/**
 * What the contestants return in each round. They alternate, so that a busy moment of the machine affects all of them.
 * @param options `warmUp`: rounds before, which do not count
 */
export async function alternate<Name extends string>(
  contestants: Readonly<Record<Name, (round: number) => Promise<number>>>,
  { rounds, warmUp = 0 }: { readonly rounds: number; readonly warmUp?: number },
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>; // the same names
  for (let round = 0; round < warmUp + rounds; round++)
    for (const name of names) {
      const result = await contestants[name](round);
      if (round >= warmUp) results[name].push(result);
    }
  return results;
}

/** Values as `median 1.5 ms, 99% 20.1 ms, longest 30 ms`. */
export function spread(times: readonly number[]): string {
  const at = (share: number, digits = 1) => `${quantile(times, share).toFixed(digits)} ms`;
  return `median ${at(0.5)}, 99% ${at(0.99)}, longest ${at(1, 0)}`;
}

/** The CPU time of this process during the work, in milliseconds. */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
