import type { Redis } from 'ioredis';
import { maxPageBytes, readHashes } from '../redis/read-hashes.ts';
import { redisKey } from '../redis/redis-key.ts';
import { memberOfFlow } from './flow-index.ts';
import { matchesOf } from './flow-texts.ts';
import { searchedFields, type RedisFlowCatalogue } from './redis-flow-catalogue.ts';
import { readSummary } from './redis-records.ts';
import type { FlowPage, FlowQuery } from './revision-store.ts';

/** One page of the flows that contain words. It has fewer than the limit if they are large. */
export async function searchFlows(redis: Redis, catalogue: RedisFlowCatalogue, query: FlowQuery): Promise<FlowPage> {
  const found = await (await catalogue.current()).search(query);
  const keys = found.slice(0, query.limit);
  const rows = await readHashes(redis, keys.map(redisKey.flow), searchedFields, maxPageBytes);
  const flows = rows.flatMap((row, index) => {
    const flow = readSummary(keys[index]!, (field) => row[searchedFields.indexOf(field)]);
    // It may have changed just now.
    if (flow === undefined || (flow.deletion !== undefined) !== query.deleted) return [];
    const matches = matchesOf(query.words ?? [], flow, row.at(-1) ?? '');
    return matches === undefined ? [] : [{ ...flow, matches }];
  });
  const last = found[rows.length - 1];
  if (found.length === rows.length || last === undefined) return { flows };
  return { flows, next: { range: 0, member: memberOfFlow(query.order, last) } };
}
