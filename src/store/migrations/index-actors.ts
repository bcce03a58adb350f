import type { RedisConnection } from '../redis/connect-redis.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { redisKey } from '../redis/redis-key.ts';

const portionSize = 500;

const indexScript = new LuaScript({
  file: 'store/migrations/scripts/index-actor.lua',
  keys: ['execution'],
  values: ['id', 'actor'],
});

/** Lists executions by who started them. @returns how many it changed */
export async function indexActors(redis: RedisConnection): Promise<number> {
  let changed = 0;
  for (let after = '-', more = true; more;) {
    const ids = await redis.zrange(redisKey.executionIndex('all'), after, '+', 'BYLEX', 'LIMIT', 0, portionSize);
    const accepted = await Promise.all(ids.map((id) => redis.hget(redisKey.execution(id), 'accepted')));
    const replies = await Promise.all(
      ids.map((id, index) => {
        const { actor } = JSON.parse(accepted[index] ?? '{}') as { actor?: string }; // written by the store
        return actor === undefined ? 0 : indexScript.run(redis, { execution: redisKey.execution(id), id, actor });
      }),
    );
    changed += replies.reduce<number>((sum, reply) => sum + Number(reply), 0);
    after = `(${ids.at(-1)}`;
    more = ids.length === portionSize;
  }
  return changed;
}
