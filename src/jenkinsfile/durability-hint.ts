import type { Durability } from '../language/flow/flow.ts';

/**
 * Jenkins' name of a flow's durability; undefined for `full`, so that the job leaves it to the controller's setting.
 */
export const durabilityHints: Readonly<Record<Durability, string | undefined>> = {
  full: undefined,
  performance: 'PERFORMANCE_OPTIMIZED',
};
