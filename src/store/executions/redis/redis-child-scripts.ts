import { LuaScript } from '../../redis/lua-script.ts';

// The atomic steps of the children of an execution, each described in its file.

export const takeWorkScript = new LuaScript({
  file: 'store/executions/redis/scripts/take-child-work.lua',
  keys: ['execution'],
  values: ['id', 'version', 'now', 'deadline', 'busyUntil', 'total', 'kept', 'maxOpen', 'limit'],
});

export const settleScript = new LuaScript({
  file: 'store/executions/redis/scripts/settle-child.lua',
  keys: ['execution'],
  values: ['id', 'version', 'index', 'call', 'result', 'size', 'outcome'],
});

export const repeatScript = new LuaScript({
  file: 'store/executions/redis/scripts/repeat-child.lua',
  keys: ['anyKey'],
  values: ['id', 'version', 'call', 'following', 'at'],
});

export const cancelScript = new LuaScript({
  file: 'store/executions/redis/scripts/cancel-children.lua',
  keys: ['anyKey'],
  values: ['id', 'version', 'reason'],
});
