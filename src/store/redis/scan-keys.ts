import { Cluster, type Redis } from 'ioredis';

const scanCount = 1000;

/**
 * The keys that match a glob pattern, a portion at a time. A key can come twice; a key that exists all the time comes
 * at least once. On a cluster, the keys of every master.
 */
export async function* scanKeys(redis: Redis, pattern: string): AsyncGenerator<readonly string[]> {
  for (const node of nodesOf(redis)) {
    for (let cursor: string | undefined; cursor !== '0';) {
      const [next, keys] = await node.scan(cursor ?? '0', 'MATCH', pattern, 'COUNT', scanCount);
      if (keys.length > 0) yield keys;
      cursor = next;
    }
  }
}

function nodesOf(redis: Redis | Cluster): readonly Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/** A string as part of a glob pattern that means only itself. */
export function globLiteral(text: string): string {
  return text.replaceAll(/[\\*?[\]^]/g, String.raw`\$&`);
}
