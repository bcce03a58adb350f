import { LuaScript } from '../../store/redis/lua-script.ts';

// The atomic steps of the children of an execution, each described in its file.

export const takeWorkScript = new LuaScript({
  file: 'execution/redis/scripts/take-child-work.lua',
  keys: ['execution'],
  values: ['id', 'version', 'now', 'deadline', 'busyUntil', 'total', 'kept', 'maxOpen', 'limit'],
});

export const settleScript = new LuaScript({
  file: 'execution/redis/scripts/settle-child.lua',
  keys: ['execution'],
  values: ['id', 'version', 'index', 'call', 'result', 'size', 'outcome'],
});

export const repeatScript = new LuaScript({
  file: 'execution/redis/scripts/repeat-child.lua',
  keys: ['anyKey'],
  values: ['id', 'version', 'call', 'following', 'at'],
});

export const cancelScript = new LuaScript({
  file: 'execution/redis/scripts/cancel-children.lua',
  keys: ['anyKey'],
  values: ['id', 'version', 'reason'],
});
