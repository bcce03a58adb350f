import type { Redis } from 'ioredis';
import type { FlowKey, FlowSummary } from './flow-revision.ts';
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
const longestSearch = 5_000;

/**
 * One page of flows, read from the sorted sets alone: the cost depends on the page, not on how many flows there are.
 */
export async function listFlows(redis: Redis, query: FlowQuery): Promise<FlowPage> {
  const flows: FlowSummary[] = [];
  let seen = 0;
  let last: FlowCursor | undefined;
  for await (const candidate of candidates(redis, query)) {
    if (flows.length === query.limit || seen === longestSearch) return { flows, next: last };
    if (candidate.summary && isAnswer(candidate.summary, query)) flows.push(candidate.summary);
    last = candidate.cursor;
    seen += 1;
  }
  return { flows };
}

interface Candidate {
  readonly cursor: FlowCursor;
  /** Absent when the flow was purged a moment ago, or another range lists it. */
  readonly summary?: FlowSummary;
}

/** Every flow that the query's ranges hold, behind its cursor; read in portions as they are asked for. */
async function* candidates(redis: Redis, query: FlowQuery): AsyncGenerator<Candidate> {
  const scope = scopeOf(query);
  const start: FlowCursor = query.after ?? { range: 0, member: '' };
  // One more than the page needs tells whether the page is the last one.
  const size = query.limit + 1;
  for (const [number, range] of rangesOf(query).entries()) {
    if (number < start.range) continue;
    let after = number === start.range ? start.member : '';
    for (let more = true; more; ) {
      const members = await readRange(redis, indexKey(scope, range.order), { range, after, size, descending: query.descending });
      const keys = members.map((member) => flowOfMember(range.order, member));
      const summaries = await readSummaries(redis, keys);
      for (const [index, member] of members.entries()) {
        const skipped = range.skips?.(keys[index]!) ?? false;
        yield { cursor: { range: number, member }, summary: skipped ? undefined : summaries[index] };
      }
      after = members.at(-1) ?? after;
      more = members.length === size;
    }
  }
}

function scopeOf(query: FlowQuery): IndexScope {
  const [label] = query.labels;
  if (query.deleted) return 'deleted';
  return label === undefined ? 'live' : labelScope(label);
}

function rangesOf({ namespace, prefix = '', order }: FlowQuery): readonly IndexRange[] {
  if (order === 'updated') return [{ order, prefix: '', skips: (key) => (namespace ?? key.namespace) !== key.namespace || !matches(key, prefix) }];
  if (namespace !== undefined) return [{ order: 'namespace', prefix: `${namespace} ${namespace.startsWith(prefix) ? '' : prefix}` }];
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

function isAnswer(summary: FlowSummary, query: FlowQuery): boolean {
  return query.labels.every(({ name, value }) => summary.labels[name] === value);
}

function readRange(
  redis: Redis,
  key: string,
  { range, after, size, descending }: { range: IndexRange; after: string; size: number; descending: boolean },
): Promise<string[]> {
  const lowest = range.prefix === '' ? '-' : `[${range.prefix}`;
  const highest = range.prefix === '' ? '+' : `[${range.prefix}\u{10FFFF}`;
  if (descending) return redis.zrange(key, after === '' ? highest : `(${after}`, lowest, 'BYLEX', 'REV', 'LIMIT', 0, size);
  return redis.zrange(key, after === '' ? lowest : `(${after}`, highest, 'BYLEX', 'LIMIT', 0, size);
}

async function readSummaries(redis: Redis, keys: readonly FlowKey[]): Promise<(FlowSummary | undefined)[]> {
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.hmget(flowHash(key), ...summaryFields);
  const replies = (await pipeline.exec()) ?? [];
  return replies.map(([error, values], index) => {
    if (error) throw error;
    const key = keys[index]!;
    return readSummary(key, (field) => (values as (string | null)[])[summaryFields.indexOf(field)]); // the reply of HMGET
  });
}
