import type { Redis } from 'ioredis';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { waitKinds } from '../../../language/flow/wait.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { finalStates, isFinal, type ExecutionState } from '../../../lifecycle/execution-state.ts';
import { maxPageBytes, readHashes, sizeOf } from '../../redis/read-hashes.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { answersQuery } from '../record/answers-query.ts';
import { latestIdOf, timePrefix } from '../record/execution-id.ts';
import { flowScope, type ExecutionPage, type ExecutionQuery, type ExecutionScope } from '../record/execution-store.ts';
import { readSummaries } from './redis-archive-marks.ts';
import { readFields, recordFields, summaryFields, type RecordField } from './redis-execution-fields.ts';
import { listScript } from './redis-execution-scripts.ts';

// How many executions one call reads before it returns what it has.
const maxSearch = 5_000;
// How many of them are read at a time once most of them do not match.
const searchPortion = 500;
// In how many steps one call reads, and how many entries of an index each looks at, which holds up everything else in
// Redis.
const maxSteps = 20;
const maxEntriesOfStep = 5_000;
// The same for a flow id in so many namespaces that reading records finds it sooner than reading the index of each.
const maxHashesOfStep = 1_000;
const maxNamespacesOfId = 30;
// How many bytes one call reads: an execution has about 1 KB, but its values can have 1 MB.
const maxSearchBytes = 8 * maxPageBytes;

/**
 * One page of executions, read from those of the smallest index that are in the indexes of all filters; the cost depends
 * on the page. It has fewer than the limit if they are large, or if it has looked at many others. The cursor is a visible
 * execution or a time, so it never reveals a hidden one.
 */
export async function listExecutions(redis: Redis, query: ExecutionQuery): Promise<ExecutionPage> {
  const flows = await flowsOfId(redis, query);
  if (flows?.length === 0) return { executions: [] };
  const executions: ExecutionRecord[] = [];
  let { after } = query;
  let lastShown: string | undefined;
  // One more than the page needs shows whether this is the last page.
  let size = query.limit + 1;
  let pageBytes = 0;
  for (
    let [seen, bytes, steps] = [0, 0, 0];
    seen < maxSearch && steps < maxSteps && bytes < maxSearchBytes && pageBytes < maxPageBytes;
    steps++
  ) {
    const { ids, last } = await readIds(redis, query, { flows, after, size });
    const rows = await readHashes(
      redis,
      ids.map((id) => redisKey.execution(id)),
      summaryFields,
      maxPageBytes - pageBytes,
    );
    const archived = await readSummaries(
      redis,
      ids.filter((_, index) => rows[index] !== undefined && rows[index][0] === null),
    );
    for (const [index, row] of rows.entries()) {
      const summary = archived.get(ids[index] ?? '');
      const record = summary?.record ?? readFields(row, summaryFields);
      const rowBytes = summary?.bytes ?? sizeOf(row);
      bytes += rowBytes;
      if (record === undefined || !isShown(record, query)) continue;
      const isOne = answersQuery(record, query);
      if (isOne && executions.length === query.limit) return { executions, next: lastShown };
      if (isOne) {
        executions.push(record);
        pageBytes += rowBytes;
      }
      lastShown = record.id;
    }
    after = rows.length === ids.length ? last : ids[rows.length - 1];
    if (after === undefined) return { executions };
    seen += rows.length;
    size = Math.max(size, Math.min(searchPortion, size * 2));
  }
  return { executions, next: [lastShown, after && latestIdOf(after)].filter((id) => id !== undefined).toSorted()[0] };
}

/** Those that exist, in the order of the IDs. */
export async function readRecords(
  redis: Redis,
  ids: readonly string[],
  fields: readonly RecordField[] = recordFields,
): Promise<ExecutionRecord[]> {
  const pipeline = redis.pipeline();
  for (const id of ids) pipeline.hmget(redisKey.execution(id), ...fields);
  const replies = (await pipeline.exec()) ?? [];
  return replies.flatMap(([error, values]) => {
    if (error) throw error;
    const record = readFields(values as (string | null)[], fields); // the reply of HMGET
    return record === undefined ? [] : [record];
  });
}

/**
 * Complete executions, in the order of the IDs, as many as fit on a page.
 * @param limit the number of requested IDs; if there are fewer, they are the last ones
 */
export async function readPage(redis: Redis, ids: readonly string[], limit: number): Promise<ExecutionPage> {
  const rows = await readHashes(
    redis,
    ids.map((id) => redisKey.execution(id)),
    recordFields,
    maxPageBytes,
  );
  const isLast = ids.length < limit && rows.length === ids.length;
  return {
    executions: rows.flatMap((row) => readFields(row) ?? []),
    ...(!isLast && { next: ids[rows.length - 1] }),
  };
}

/**
 * The flows of a query for an id in every namespace.
 * @returns undefined for another query, and if too many namespaces have such a flow
 */
async function flowsOfId(redis: Redis, query: ExecutionQuery): Promise<readonly FlowKey[] | undefined> {
  const { namespace, flowId } = query;
  if (flowId === undefined || namespace !== undefined) return undefined;
  const [first, end] = [`[${flowId}/`, `(${flowId}0`]; // 0 follows /
  const found = await redis.zrange(redisKey.executedFlows, first, end, 'BYLEX', 'LIMIT', 0, maxNamespacesOfId + 1);
  if (found.length > maxNamespacesOfId) return undefined;
  return found
    .map((name) => ({ namespace: name.slice(flowId.length + 1), id: flowId }))
    .filter((flow) => isShown({ flow }, query));
}

/** Some ids of a query and maybe of others, newest first, and where to go on; undefined at the end. */
interface FoundIds {
  readonly ids: readonly string[];
  readonly last: string | undefined;
}

interface ReadPart {
  /** As `flowsOfId` returns them. */
  readonly flows: readonly FlowKey[] | undefined;
  readonly after: string | undefined;
  readonly size: number;
}

async function readIds(redis: Redis, query: ExecutionQuery, { flows, after, size }: ReadPart): Promise<FoundIds> {
  // Both exclusive and inclusive for IDs, because no ID equals the prefix of a time.
  const end = after ?? (query.to && timePrefix(query.to));
  const start = query.from && timePrefix(query.from);
  if (query.ids !== undefined) {
    const ids = [...new Set(query.ids)]
      .filter((id) => (end === undefined || id < end) && (start === undefined || id > start))
      .toSorted()
      .toReversed();
    return { ids: ids.slice(0, size), last: ids.length > size ? ids[size - 1] : undefined };
  }
  const filters = filtersOf(query, flows);
  const flowId = query.namespace === undefined && flows === undefined ? (query.flowId ?? '') : '';
  const [ids, last] = (await listScript.run(redis, {
    indexes: filters.flat().map((scope) => redisKey.executionIndex(scope)),
    first: end === undefined ? '+' : `(${end}`,
    last: start === undefined ? '-' : `[${start}`,
    size,
    max: flowId === '' ? maxEntriesOfStep : maxHashesOfStep,
    flowId,
    counts: filters.map((scopes) => scopes.length),
  })) as [string[], string?]; // the reply of our own script
  return { ids, last };
}

/** For each filter of a query, the indexes that together contain its executions; no execution is in two of them. */
function filtersOf(
  query: ExecutionQuery,
  flows: readonly FlowKey[] | undefined,
): readonly (readonly ExecutionScope[])[] {
  const { namespace, flowId, labels, states, actor, parent, waitingFor } = query;
  const filters: (readonly ExecutionScope[])[] = labels.map(({ name, value }) => [`label:${name}=${value}`]);
  if (namespace !== undefined)
    filters.push([flowId === undefined ? `namespace:${namespace}` : flowScope({ namespace, id: flowId })]);
  if (flows !== undefined) filters.push(flows.map(flowScope));
  if (actor !== undefined) filters.push([`actor:${actor}`]);
  if (parent !== undefined) filters.push([`parent:${parent}`]);
  if (waitingFor !== undefined) filters.push([...new Set(waitingFor)].map((kind) => `waits:${kind}` as const));
  if (states.length > 0) filters.push([...new Set(states)].flatMap(scopesOfState));
  return filters.length === 0 ? [allScopes] : filters;
}

const allScopes: readonly ExecutionScope[] = ['all', ...finalStates.map((state) => `archived:${state}` as const)];

export function scopesOfState(state: ExecutionState): readonly ExecutionScope[] {
  if (isFinal(state)) return [`state:${state}`, `archived:${state}`];
  if (state === 'CREATED' || state === 'QUEUED') return [`state:${state}`, `held:${state}`];
  if (state !== 'RUNNING') return [`state:${state}`];
  return [`state:${state}`, ...waitKinds.map((kind) => `waits:${kind}` as const)];
}

function isShown({ flow }: Pick<ExecutionRecord, 'flow'>, query: ExecutionQuery): boolean {
  return query.isShown?.(flow) ?? true;
}
