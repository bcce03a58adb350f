import type { Durability } from '../language/flow/flow.ts';

/** What Jenkins calls the durability of a flow; undefined for `full`, where the job says nothing and the setting of the controller holds. */
export const durabilityHints: Readonly<Record<Durability, string | undefined>> = {
  full: undefined,
  performance: 'PERFORMANCE_OPTIMIZED',
};
