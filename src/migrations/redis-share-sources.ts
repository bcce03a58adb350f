import type { Redis } from 'ioredis';
import { executionHash } from '../execution/redis/redis-execution-keys.ts';
import { keyRoot } from '../store/redis/key-root.ts';
import { LuaScript } from '../store/redis/lua-script.ts';
import { globLiteral, scanKeys } from '../store/redis/scan-keys.ts';
import { sourceDigest, sourceFunctions } from '../store/revisions/redis-sources.ts';

/** Hashes from revision number to the bytes of its source, which 0.1.0 wrote. */
const ownSourcesRoot = `${keyRoot}:sources:`;

/** KEYS: own sources. ARGV: revision, SHA-256. Returns whether it was moved. */
const moveRevisionScript = new LuaScript(`${sourceFunctions}
local bytes = redis.call('HGET', KEYS[1], ARGV[1])
if not bytes then return 0 end
holdSource(ARGV[2], bytes)
redis.call('HDEL', KEYS[1], ARGV[1])
return 1
`);

/** KEYS: execution. ARGV: SHA-256. Returns whether it was moved. */
const moveExecutionScript = new LuaScript(`${sourceFunctions}
local bytes = redis.call('HGET', KEYS[1], 'source')
if not bytes then return 0 end
holdSource(ARGV[1], bytes)
redis.call('HSET', KEYS[1], 'sha256', ARGV[1])
redis.call('HDEL', KEYS[1], 'source')
return 1
`);

/** Moves the sources that revisions and executions of 0.1.0 keep themselves to where all later ones share them. */
export async function shareSources(redis: Redis): Promise<number> {
  return (await shareRevisions(redis)) + (await shareExecutions(redis));
}

async function shareRevisions(redis: Redis): Promise<number> {
  let moved = 0;
  for await (const keys of scanKeys(redis, `${globLiteral(ownSourcesRoot)}*`)) {
    for (const key of keys) {
      for (const revision of await redis.hkeys(key)) {
        const bytes = await redis.hgetBuffer(key, revision);
        if (bytes !== null)
          moved += Number(await moveRevisionScript.run(redis, [key], [revision, sourceDigest(bytes)]));
      }
    }
  }
  return moved;
}

async function shareExecutions(redis: Redis): Promise<number> {
  let moved = 0;
  for await (const keys of scanKeys(redis, `${globLiteral(executionHash(''))}*`)) {
    for (const key of keys) {
      const bytes = await redis.hgetBuffer(key, 'source');
      if (bytes !== null) moved += Number(await moveExecutionScript.run(redis, [key], [sourceDigest(bytes)]));
    }
  }
  return moved;
}
