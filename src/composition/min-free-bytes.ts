import type { Configuration } from '../config/configuration.ts';

/** How much of the disk space that uploads keep free is reserved for work in progress. */
const partOfReserve = 1 / 4;

export function minFreeBytes({ limits }: Pick<Configuration, 'limits'>): number {
  return limits.uploads.reserve * partOfReserve;
}
