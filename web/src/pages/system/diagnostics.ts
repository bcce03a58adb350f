import type { System } from '../../api/system-queries.ts';

/**
 * What a bug report needs: versions, checks and counts, but no names and no values: no user, flow, execution,
 * address or header. The reasons of checks are those that Flowgate shows everyone.
 */
export function diagnosticsText(
  { clockDifference, ...system }: System & { readonly clockDifference: number },
  browser: string,
): string {
  const { status, version, contract, node, engine, startedAt, time, checks, queueDepth, executions } = system;
  const shown = { status, version, contract, node, engine, startedAt, time, checks, queueDepth, executions };
  return JSON.stringify({ ...shown, clockDifferenceMilliseconds: clockDifference, browser }, undefined, 2);
}
