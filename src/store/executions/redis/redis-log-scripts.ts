import { LuaScript } from '../../redis/lua-script.ts';

// The atomic steps of the log store. The bytes of a log are those of its file, up to the size in the hash of the file, and
// then those of the string. Each file contains a description.

const keys = ['log', 'logFile'] as const;
/** Of the times of a log that are kept, so at most 24 KiB. */
const constants = { maxTimes: 1_000 };

export const readScript = new LuaScript({
  file: 'store/executions/redis/scripts/read-log.lua',
  keys,
  values: ['start', 'bytes'],
});

export const appendScript = new LuaScript({
  file: 'store/executions/redis/scripts/append-log.lua',
  keys: [...keys, 'logTimes'],
  values: ['bytes', 'size', 'maxInRedis', 'at'],
  constants,
});

export const flushScript = new LuaScript({
  file: 'store/executions/redis/scripts/flush-log.lua',
  keys,
  values: ['name', 'sizeBefore', 'size', 'bytesInRedis'],
});

export const cutScript = new LuaScript({ file: 'store/executions/redis/scripts/cut-log.lua', keys, values: ['line'] });

export const replaceScript = new LuaScript({
  file: 'store/executions/redis/scripts/replace-log.lua',
  keys: [...keys, 'execution'],
  values: ['name', 'size', 'text'],
});

export const endScript = new LuaScript({
  file: 'store/executions/redis/scripts/end-log.lua',
  keys: [...keys, 'logTimes'],
  values: ['text', 'at'],
  constants,
});

export const noteTimeScript = new LuaScript({
  file: 'store/executions/redis/scripts/note-log-time.lua',
  keys: ['logTimes'],
  values: ['offset', 'at'],
  constants,
});

export const cutPartScript = new LuaScript({
  file: 'store/executions/redis/scripts/cut-log-part.lua',
  keys: [...keys, 'part'],
  values: ['line'],
});

export const removeLogScript = new LuaScript({
  file: 'store/executions/redis/scripts/remove-log.lua',
  keys: [...keys, 'logTimes'],
});
