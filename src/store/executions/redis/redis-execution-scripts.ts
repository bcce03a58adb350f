import { claimConstants } from '../../../lifecycle/claims.ts';
import { LuaScript } from '../../redis/lua-script.ts';
import { failureDays, keptDays, maxFailures } from '../record/execution-overview.ts';
import { maxLatest, maxUnstarted, tickLifetime } from '../record/execution-store.ts';
import { createdFields } from './redis-execution-fields.ts';

const daySeconds = 24 * 60 * 60;
const limits = {
  maxUnstarted,
  maxLatest,
  tickLifetime,
  maxFailures,
  failureSeconds: failureDays * daySeconds,
  countSeconds: keptDays * daySeconds,
  ...claimConstants,
};

// The atomic steps of the execution store, each described in its file.

export const createScript = new LuaScript({
  file: 'store/executions/redis/scripts/create-execution.lua',
  keys: ['execution', 'secrets', 'idempotency', 'storedFlow'],
  values: [
    'id',
    'namespace',
    'flowId',
    'state',
    'time',
    'accepted',
    'actor',
    'labels',
    'sha256',
    'format',
    'mediaType',
    'limit',
    'behavior',
    'claims',
    'lead',
    'reason',
    'build',
    'sealedValues',
    'digest',
    'lifetimeSeconds',
    'triggerId',
    'tick',
    'maxPendingOfFlow',
    'maxPendingOfTrigger',
    'latest',
    'maxNoted',
    'handedOnBy',
    'begin',
    'parent',
    'call',
    'parentVersion',
    'maxOpen',
    'isAwaited',
  ],
  valueList: 'source',
  constants: { ...limits, createdFields },
});

export const applyScript = new LuaScript({
  file: 'store/executions/redis/scripts/apply-step.lua',
  keys: ['execution', 'secrets', 'lease'],
  values: [
    'id',
    'expected',
    'token',
    'deadline',
    'from',
    'to',
    'state',
    'fromIndex',
    'toIndex',
    'isOnGateway',
    'maxNoted',
    'effects',
  ],
  valueList: 'fields',
  constants: limits,
});

export const listScript = new LuaScript({
  file: 'store/executions/redis/scripts/list-executions.lua',
  keyList: 'indexes',
  values: ['first', 'last', 'size', 'max', 'flowId'],
  valueList: 'counts',
});

export const sourceScript = new LuaScript({
  file: 'store/executions/redis/scripts/read-source.lua',
  keys: ['execution'],
});

export const removeScript = new LuaScript({
  file: 'store/executions/redis/scripts/remove-execution.lua',
  keys: ['execution'],
  values: ['id'],
  constants: limits,
});

export const archiveScript = new LuaScript({
  file: 'store/executions/redis/scripts/archive-execution.lua',
  keys: ['execution'],
  values: ['id', 'summary'],
  constants: limits,
});

const indexedParts = ['id', 'namespace', 'flowId', 'labels', 'actor', 'parent', 'state', 'trigger'] as const;

export const removeArchivedScript = new LuaScript({
  file: 'store/executions/redis/scripts/remove-archived.lua',
  keys: ['archived'],
  values: [...indexedParts, 'endedAt'],
  constants: limits,
});

export const indexArchivedScript = new LuaScript({
  file: 'store/executions/redis/scripts/index-archived.lua',
  keys: ['archived'],
  values: [...indexedParts, 'tick', 'summary'],
  constants: limits,
});

export const indexScript = new LuaScript({
  file: 'store/executions/redis/scripts/index-execution.lua',
  keys: ['execution'],
  values: ['id'],
  constants: limits,
});
