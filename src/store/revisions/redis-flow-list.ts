import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowSummary } from './flow-revision.ts';
import { flowHash, flowOfMember, indexKey, labelScope, type IndexScope } from './redis-keys.ts';
import { readSummary, summaryFields } from './redis-records.ts';
import type { FlowCursor, FlowOrder, FlowPage, FlowQuery } from './revision-store.ts';

/** A stretch of one index whose members, unless left out, are answers to a query. */
interface IndexRange {
  readonly order: FlowOrder;
  /** What the members begin with. */
  readonly prefix: string;
  /** Leaves out what another range has already listed. */
  readonly skips?: (key: FlowKey) => boolean;
}

// How many members one call looks at before it answers with what it has.
const maxSearch = 10_000;
// How many of them are read at once where most may be no answers.
const searchPortion = 500;

/**
 * One page of flows, read from the sorted sets alone: the cost depends on the page, not on how many flows there are. It can
 * be followed by another one only from a flow that may be shown: the place tells its name to whoever asks for the next page.
 */
export async function listFlows(redis: Redis, query: FlowQuery): Promise<FlowPage> {
  const flows: FlowSummary[] = [];
  const isShown = (order: FlowOrder, member: string): boolean => query.isShown?.(flowOfMember(order, member)) ?? true;
  let last: FlowCursor | undefined;
  let seen = 0;
  for await (const portion of portions(redis, query)) {
    for (const members of slices(await answers(redis, query, portion), query.limit + 1)) {
      for (const { member, summary } of await readSummaries(redis, portion.order, members)) {
        if (flows.length === query.limit) return { flows, next: last };
        if (summary && hasLabels(summary, query)) flows.push(summary);
        last = { range: portion.start.range, member };
      }
    }
    seen += portion.members.length;
    const end = portion.members.findLast((member) => isShown(portion.order, member));
    if (seen >= maxSearch && end !== undefined) return { flows, next: { range: portion.start.range, member: end } };
  }
  return { flows };
}

/** Members of one index that stand next to each other. */
interface Portion {
  readonly order: FlowOrder;
  readonly key: string;
  /** The place before the first of them. */
  readonly start: FlowCursor;
  readonly members: readonly string[];
  readonly skips?: (key: FlowKey) => boolean;
}

/** Everything that the query's ranges hold, behind its cursor; read as it is asked for. */
async function* portions(redis: Redis, query: FlowQuery): AsyncGenerator<Portion> {
  const scope = await narrowestScope(redis, query);
  const first: FlowCursor = query.after ?? { range: 0, member: '' };
  for (const [number, range] of rangesOf(query).entries()) {
    if (number < first.range) continue;
    // One more than the page needs tells whether the page is the last one.
    const size =
      range.skips !== undefined || query.isShown !== undefined || query.labels.length > 1
        ? Math.max(searchPortion, query.limit + 1)
        : query.limit + 1;
    const key = indexKey(scope, range.order);
    let start: FlowCursor = number === first.range ? first : { range: number, member: '' };
    for (let more = true; more;) {
      const members = await readRange(redis, key, { range, after: start.member, size, descending: query.descending });
      yield { order: range.order, key, start, members, skips: range.skips };
      start = { range: number, member: members.at(-1) ?? start.member };
      more = members.length === size;
    }
  }
}

/** The deleted flows, all others, or those of the rarest label. */
async function narrowestScope(redis: Redis, query: FlowQuery): Promise<IndexScope> {
  if (query.deleted) return 'deleted';
  const [first, ...others] = query.labels.map(labelScope);
  if (first === undefined) return 'live';
  if (others.length === 0) return first;
  const scopes = [first, ...others];
  const sizes = await Promise.all(scopes.map((scope) => redis.zcard(indexKey(scope, query.order))));
  return scopes[sizes.indexOf(Math.min(...sizes))] ?? first;
}

/** The members of a portion that answer the query, as far as the indexes tell. */
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
    .map((label) => indexKey(labelScope(label), order))
    .filter((otherKey) => otherKey !== key);
  const scores = await Promise.all(otherKeys.map((otherKey) => redis.zmscore(otherKey, ...kept)));
  return kept.filter((_, index) => scores.every((ofLabel) => ofLabel[index] !== null));
}

/** Labels of deleted flows have no indexes, and a flow may have changed since its index was read. */
function hasLabels(summary: FlowSummary, query: FlowQuery): boolean {
  return query.labels.every(({ name, value }) => summary.labels[name] === value);
}

function* slices<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
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

async function readSummaries(
  redis: Redis,
  order: FlowOrder,
  members: readonly string[],
): Promise<{ readonly member: string; readonly summary?: FlowSummary }[]> {
  const keys = members.map((member) => flowOfMember(order, member));
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.hmget(flowHash(key), ...summaryFields);
  const replies = (await pipeline.exec()) ?? [];
  return members.map((member, index) => {
    const [error, values] = replies[index] ?? [new Error('Redis has left out a reply')];
    if (error) throw error;
    // The reply of HMGET, whose fields stand in the order they were asked for.
    const summary = readSummary(keys[index]!, (field) => (values as (string | null)[])[summaryFields.indexOf(field)]);
    return { member, summary };
  });
}
