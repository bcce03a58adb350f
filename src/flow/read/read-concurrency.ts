import type { Concurrency } from '../flow.ts';
import { MappingReader } from './mapping-reader.ts';
import type { Reading } from './reading.ts';

/** How many executions of the flow may run at a time (DESIGN 2). */
export function readConcurrency(flow: MappingReader, reading: Reading): Concurrency | undefined {
  const placed = flow.mapping('concurrency');
  if (placed === undefined) return undefined;
  const reader = new MappingReader(placed.mapping, placed.path, reading);
  const limit = reader.requiredInteger('limit');
  const behavior = reader.choice('behavior', ['QUEUE', 'CANCEL', 'FAIL']);
  reader.finish();
  if (limit !== undefined && limit < 1) reader.report('invalid-value', 'limit', `"limit" must be at least 1; found ${limit}.`);
  return limit === undefined ? undefined : { limit, behavior };
}
