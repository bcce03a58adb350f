import { LuaScript } from '../../store/redis/lua-script.ts';
import { maxUnstarted } from '../record/execution-store.ts';
import { createdFields } from './redis-execution-fields.ts';

// The atomic steps of the execution store, each described in its file.

export const createScript = new LuaScript({
  file: 'execution/redis/scripts/create-execution.lua',
  keys: ['execution', 'secrets', 'claim', 'storedFlow'],
  values: [
    'id',
    'namespace',
    'flowId',
    'state',
    'time',
    'accepted',
    'labels',
    'sha256',
    'format',
    'mediaType',
    'limit',
    'behavior',
    'reason',
    'build',
    'sealedValues',
    'digest',
    'lifetimeSeconds',
    'triggerId',
    'maxPendingOfFlow',
    'maxPendingOfTrigger',
    'latest',
    'maxNoted',
    'begin',
  ],
  valueList: 'source',
  constants: { maxUnstarted, createdFields },
});

export const changeScript = new LuaScript({
  file: 'execution/redis/scripts/change-execution.lua',
  keys: ['execution', 'secrets', 'lease'],
  values: [
    'id',
    'allowed',
    'state',
    'time',
    'token',
    'isFinal',
    'mustWait',
    'waitVersion',
    'segmentNumber',
    'due',
    'maxNoted',
    'sealedValues',
  ],
  valueList: 'fields',
  constants: { maxUnstarted },
});

export const sourceScript = new LuaScript({
  file: 'execution/redis/scripts/read-source.lua',
  keys: ['execution'],
});

export const removeScript = new LuaScript({
  file: 'execution/redis/scripts/remove-execution.lua',
  keys: ['execution'],
  values: ['id'],
  constants: { maxUnstarted },
});

export const indexScript = new LuaScript({
  file: 'execution/redis/scripts/index-execution.lua',
  keys: ['execution'],
  values: ['id'],
  constants: { maxUnstarted },
});
