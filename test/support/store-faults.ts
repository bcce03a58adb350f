import type { Redis } from 'ioredis';
import { sourceDigest } from '../../src/store/revisions/source-digest.ts';

const root = '{flowgate}:';

/** Everything in a store that does not fit together; all empty if it is consistent. */
export async function storeFaults(redis: Redis): Promise<Readonly<Record<string, readonly string[]>>> {
  const flows = await names(redis, 'flow:');
  const executions = await names(redis, 'execution:');
  const uses = new Map<string, number>();
  const use = (sha256: string) => uses.set(sha256, (uses.get(sha256) ?? 0) + 1);
  const missingRevisions: string[] = [];
  const expected: string[] = [];
  for (const name of flows) {
    const fields = await redis.hgetall(`${root}flow:${name}`);
    const entries = await redis.hgetall(`${root}revisions:${name}`);
    for (const text of Object.values(entries)) use((JSON.parse(text) as { sha256: string }).sha256);
    if (Object.keys(entries).length !== Number(fields.revision)) missingRevisions.push(name);
    const [namespace, id] = name.split('/');
    const scopes = fields.deletedAt
      ? ['deleted']
      : [
          'live',
          ...Object.entries(JSON.parse(fields.labels ?? '{}')).map(
            ([label, value]) => `label:${label}=${String(value)}`,
          ),
        ];
    for (const scope of scopes)
      expected.push(
        `index:${scope}:namespace ${namespace} ${id}`,
        `index:${scope}:id ${id} ${namespace}`,
        `index:${scope}:updated ${fields.updatedAt} ${namespace} ${id}`,
      );
    if (!fields.deletedAt && fields.schedules !== '[]') expected.push(`index:scheduled ${namespace} ${id}`);
    for (const called of fields.deletedAt ? [] : (JSON.parse(fields.calls ?? '[]') as string[]))
      expected.push(`index:callers:${called} ${namespace} ${id}`);
  }
  for (const id of executions) {
    const fields = await redis.hgetall(`${root}execution:${id}`);
    use(fields.sha256 ?? '');
    const labels = Object.entries(JSON.parse(fields.labels ?? '{}')).map(
      ([name, value]) => `label:${name}=${String(value)}`,
    );
    const scopes = [
      'all',
      `namespace:${fields.namespace}`,
      ...(fields.actor === undefined ? [] : [`actor:${fields.actor}`]),
      `flow:${fields.namespace}/${fields.flowId}`,
      `state:${fields.state}`,
    ];
    for (const scope of [...scopes, ...labels]) expected.push(`executions:${scope} ${id}`);
    expected.push(`executions:flows ${fields.flowId}/${fields.namespace}`);
  }
  const indexed: string[] = [];
  for (const key of [...(await redis.keys(`${root}index:*`)), ...(await redis.keys(`${root}executions:*`))]) {
    if (/:(slots|waiting|pending|unstarted|local|latest|ticks|days|failed|running|failing|late)(:|$)/.test(key))
      continue;
    for (const member of await redis.zrange(key, '0', '-1')) indexed.push(`${key.slice(root.length)} ${member}`);
  }
  const wrongSources: string[] = [];
  const sources = await names(redis, 'source:');
  for (const sha256 of new Set([...sources, ...uses.keys()])) {
    const bytes = await redis.hgetBuffer(`${root}source:${sha256}`, 'bytes');
    const counted = Number(await redis.hget(`${root}source:${sha256}`, 'uses'));
    if (bytes === null || sourceDigest(bytes) !== sha256 || counted !== uses.get(sha256)) wrongSources.push(sha256);
  }
  const [known, wanted] = [new Set(indexed), new Set(expected)];
  return {
    missingRevisions,
    wrongSources,
    missingInIndexes: expected.filter((member) => !known.has(member)),
    strayInIndexes: indexed.filter((member) => !wanted.has(member)),
  };
}

/** What `storeFaults` returns for a consistent store. */
export const noFaults = { missingRevisions: [], wrongSources: [], missingInIndexes: [], strayInIndexes: [] };

async function names(redis: Redis, kind: string): Promise<readonly string[]> {
  return (await redis.keys(`${root}${kind}*`)).map((key) => key.slice(root.length + kind.length));
}

/** All keys with their values, as text. */
export async function storeContent(redis: Redis): Promise<Readonly<Record<string, unknown>>> {
  const content: Record<string, unknown> = {};
  // BullMQ notes for half a minute when it looked for stalled jobs; a backup leaves the changes of flows out.
  const keys = (await redis.keys('*')).filter((key) => !/:(stalled-check|flow-changes)$/.test(key));
  for (const key of keys.toSorted()) content[key] = await valueOf(redis, key);
  return content;
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'set':
      return (await redis.smembers(key)).toSorted();
    case 'zset':
      return redis.zrange(key, '0', '-1', 'WITHSCORES');
    case 'list':
      return redis.lrange(key, 0, -1);
    default:
      return redis.xrange(key, '-', '+');
  }
}
