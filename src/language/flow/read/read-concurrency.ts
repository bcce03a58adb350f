import type { Concurrency } from '../flow.ts';
import type { MappingReader } from '../../document/mapping-reader.ts';

/** How many executions of the flow may run at a time (DESIGN 2). */
export function readConcurrency(flow: MappingReader): Concurrency | undefined {
  const reader = flow.mapping('concurrency');
  if (reader === undefined) return undefined;
  const limit = reader.requiredInteger('limit');
  const behavior = reader.choice('behavior', ['QUEUE', 'CANCEL', 'FAIL']);
  reader.finish();
  if (limit !== undefined && limit < 1)
    reader.report('invalid-value', 'limit', `"limit" must be at least 1; found ${limit}.`);
  return limit === undefined ? undefined : { limit, behavior };
}
