import { LuaScript } from '../redis/lua-script.ts';
import { oldestFormat } from './migrations.ts';

// The atomic steps of the store format. Each file describes what it does.

const keys = ['store', 'lock'] as const;

export const checkScript = new LuaScript({
  file: 'store/migrations/scripts/check-format.lua',
  keys,
  values: ['ours', 'version', 'isEmpty', 'token', 'milliseconds'],
  constants: { oldestFormat },
});

export const announceScript = new LuaScript({
  file: 'store/migrations/scripts/announce-migration.lua',
  keys,
  values: ['token', 'ours', 'version'],
});

export const noteMigratedScript = new LuaScript({
  file: 'store/migrations/scripts/note-migrated.lua',
  keys,
  values: ['token', 'before', 'after'],
});

export const endRestoreScript = new LuaScript({
  file: 'store/migrations/scripts/end-restore.lua',
  keys,
  values: ['token'],
});
