import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { maxPageBytes, readHashes, sizeOf } from '../redis/read-hashes.ts';
import { redisKey } from '../redis/redis-key.ts';
import { flowOfMember, labelScope, type IndexScope } from './flow-index.ts';
import type { FlowSummary } from './flow-revision.ts';
import { readSummary, summaryFields } from './redis-records.ts';
import type { FlowCursor, FlowOrder, FlowPage, FlowQuery } from './revision-store.ts';

/** A range of one index whose members, unless skipped, match a query. */
interface IndexRange {
  readonly order: FlowOrder;
  /** The prefix of the members. */
  readonly prefix: string;
  /** Leaves out what another range has already listed. */
  readonly skips?: (key: FlowKey) => boolean;
}

// How many members one call reads before it returns what it has.
const maxSearch = 10_000;
// How many of them are read at a time if most may not match.
const searchPortion = 500;

/**
 * One page of flows, read only from sorted sets: the cost depends on the page, not on the number of flows. It has fewer
 * than the limit if they are large. The cursor is always a flow that may be shown, because it reveals its name to the
 * caller.
 */
export async function listFlows(redis: Redis, query: FlowQuery): Promise<FlowPage> {
  const flows: FlowSummary[] = [];
  const isShown = (order: FlowOrder, member: string): boolean => query.isShown?.(flowOfMember(order, member)) ?? true;
  let last: FlowCursor | undefined;
  let [seen, bytes] = [0, 0];
  for await (const portion of portions(redis, query)) {
    let members = await answers(redis, query, portion);
    while (members.length > 0) {
      if (bytes >= maxPageBytes) return { flows, next: last };
      const next = members.slice(0, query.limit + 1);
      const found = await readSummaries(redis, portion.order, next, maxPageBytes - bytes);
      for (const { member, summary, size } of found) {
        if (flows.length === query.limit) return { flows, next: last };
        if (summary && hasLabels(summary, query)) {
          flows.push(summary);
          bytes += size;
        }
        last = { range: portion.start.range, member };
      }
      members = members.slice(found.length);
    }
    seen += portion.members.length;
    const end = portion.members.findLast((member) => isShown(portion.order, member));
    if (seen >= maxSearch && end !== undefined) return { flows, next: { range: portion.start.range, member: end } };
  }
  return { flows };
}

/** Consecutive members of one index. */
interface Portion {
  readonly order: FlowOrder;
  readonly key: string;
  /** The position before the first of them. */
  readonly start: FlowCursor;
  readonly members: readonly string[];
  readonly skips?: (key: FlowKey) => boolean;
}

/** Everything in the query's ranges after its cursor; read on demand. */
async function* portions(redis: Redis, query: FlowQuery): AsyncGenerator<Portion> {
  const scope = await narrowestScope(redis, query);
  const first: FlowCursor = query.after ?? { range: 0, member: '' };
  for (const [number, range] of rangesOf(query).entries()) {
    if (number < first.range) continue;
    // One more than the page needs shows whether this is the last page.
    const size =
      range.skips !== undefined || query.isShown !== undefined || query.labels.length > 1
        ? Math.max(searchPortion, query.limit + 1)
        : query.limit + 1;
    const key = redisKey.flowIndex(scope, range.order);
    let start: FlowCursor = number === first.range ? first : { range: number, member: '' };
    for (let more = true; more;) {
      const members = await readRange(redis, key, { range, after: start.member, size, descending: query.descending });
      yield { order: range.order, key, start, members, skips: range.skips };
      start = { range: number, member: members.at(-1) ?? start.member };
      more = members.length === size;
    }
  }
}

/** The index of the deleted flows, of all others, or of those with the rarest label. */
async function narrowestScope(redis: Redis, query: FlowQuery): Promise<IndexScope> {
  if (query.deleted) return 'deleted';
  const [first, ...others] = query.labels.map(labelScope);
  if (first === undefined) return 'live';
  if (others.length === 0) return first;
  const scopes = [first, ...others];
  const sizes = await Promise.all(scopes.map((scope) => redis.zcard(redisKey.flowIndex(scope, query.order))));
  return scopes[sizes.indexOf(Math.min(...sizes))] ?? first;
}

/** The members of a batch that match the query, as far as the indexes show. */
async function answers(
  redis: Redis,
  query: FlowQuery,
  { order, key, members, skips }: Portion,
): Promise<readonly string[]> {
  const kept = members.filter((member) => {
    const flow = flowOfMember(order, member);
    return !skips?.(flow) && (query.isShown?.(flow) ?? true);
  });
  if (query.deleted || kept.length === 0) return kept;
  const otherKeys = query.labels
    .map((label) => redisKey.flowIndex(labelScope(label), order))
    .filter((otherKey) => otherKey !== key);
  const scores = await Promise.all(otherKeys.map((otherKey) => redis.zmscore(otherKey, ...kept)));
  return kept.filter((_, index) => scores.every((ofLabel) => ofLabel[index] !== null));
}

/** Deleted flows are not indexed by label, and a flow may have changed since its index was read. */
function hasLabels(summary: FlowSummary, query: FlowQuery): boolean {
  return query.labels.every(({ name, value }) => summary.labels[name] === value);
}

function rangesOf({ namespace, prefix = '', order }: FlowQuery): readonly IndexRange[] {
  if (order === 'updated')
    return [
      { order, prefix: '', skips: (key) => (namespace ?? key.namespace) !== key.namespace || !matches(key, prefix) },
    ];
  if (namespace !== undefined)
    return [{ order: 'namespace', prefix: `${namespace} ${namespace.startsWith(prefix) ? '' : prefix}` }];
  if (prefix === '') return [{ order, prefix }];
  const byNamespace: IndexRange = { order: 'namespace', prefix };
  const byId: IndexRange = { order: 'id', prefix };
  return order === 'namespace'
    ? [byNamespace, { ...byId, skips: (key) => key.namespace.startsWith(prefix) }]
    : [byId, { ...byNamespace, skips: (key) => key.id.startsWith(prefix) }];
}

function matches(key: FlowKey, prefix: string): boolean {
  return key.id.startsWith(prefix) || key.namespace.startsWith(prefix);
}

function readRange(
  redis: Redis,
  key: string,
  { range, after, size, descending }: { range: IndexRange; after: string; size: number; descending: boolean },
): Promise<string[]> {
  const lowest = range.prefix === '' ? '-' : `[${range.prefix}`;
  const highest = range.prefix === '' ? '+' : `[${range.prefix}\u{10FFFF}`;
  if (descending)
    return redis.zrange(key, after === '' ? highest : `(${after}`, lowest, 'BYLEX', 'REV', 'LIMIT', 0, size);
  return redis.zrange(key, after === '' ? lowest : `(${after}`, highest, 'BYLEX', 'LIMIT', 0, size);
}

/** Reads the summaries of the first members, as far as there is room; at least one. */
async function readSummaries(
  redis: Redis,
  order: FlowOrder,
  members: readonly string[],
  maxBytes: number,
): Promise<readonly { readonly member: string; readonly summary?: FlowSummary; readonly size: number }[]> {
  const keys = members.map((member) => flowOfMember(order, member));
  const rows = await readHashes(redis, keys.map(redisKey.flow), summaryFields, maxBytes);
  return rows.map((values, index) => {
    const summary = readSummary(keys[index]!, (field) => values[summaryFields.indexOf(field)]);
    return { member: members[index]!, summary, size: sizeOf(values) };
  });
}
