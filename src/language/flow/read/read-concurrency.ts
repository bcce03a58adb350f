import type { Concurrency } from '../flow.ts';
import type { PropertyReader } from '../../document/property-reader.ts';

/** How many executions of the flow may run at a time (DESIGN 2). */
export function readConcurrency(flow: PropertyReader): Concurrency | undefined {
  const reader = flow.mapping('concurrency');
  if (reader === undefined) return undefined;
  const limit = reader.isMissing('limit') ? undefined : reader.integer('limit');
  const behavior = reader.word('behavior', ['QUEUE', 'CANCEL', 'FAIL'] as const) ?? 'QUEUE';
  reader.finish();
  if (limit !== undefined && limit < 1)
    reader.report('invalid-value', 'limit', `"limit" must be at least 1; found ${limit}.`);
  return limit === undefined ? undefined : { limit, behavior };
}
