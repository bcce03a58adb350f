import type { Redis } from 'ioredis';
import { executionHash, executionIndex, executionRoot } from '../execution/redis/redis-execution-keys.ts';
import { pendingStates } from '../execution/record/execution-state.ts';
import { LuaScript } from '../store/redis/lua-script.ts';

/** KEYS: execution. ARGV: root, id. Returns whether it was added. */
const countScript = new LuaScript(`
local known = redis.call('HMGET', KEYS[1], 'state', 'namespace', 'flowId')
if known[1] ~= 'CREATED' and known[1] ~= 'QUEUED' then return 0 end
return redis.call('SADD', ARGV[1] .. ':pending:' .. known[2] .. '/' .. known[3], ARGV[2])
`);

/** Counts the executions that 0.1.0 accepted and did not start for the limit on the pending executions of a flow. */
export async function countPendingExecutions(redis: Redis): Promise<number> {
  let counted = 0;
  for (const state of pendingStates)
    for (const id of await redis.zrange(executionIndex(`state:${state}`), '0', '-1'))
      counted += Number(await countScript.run(redis, [executionHash(id)], [executionRoot, id]));
  return counted;
}
