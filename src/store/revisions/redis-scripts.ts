import { LuaScript } from '../redis/lua-script.ts';

// The atomic steps of the revision store. Each file says what it does.

export const writeScript = new LuaScript({
  file: 'store/revisions/scripts/write-revision.lua',
  keys: ['flow', 'revisions'],
  values: [
    'namespace',
    'id',
    'mode',
    'expected',
    'time',
    'actor',
    'repository',
    'source',
    'sha256',
    'format',
    'entry',
    'labels',
    'description',
    'calls',
    'schedules',
    'disabled',
    'tasks',
  ],
});

export const removeScript = new LuaScript({
  file: 'store/revisions/scripts/remove-flow.lua',
  keys: ['flow', 'revisions', 'webhookKeys', 'skippedTicks', 'presets'],
  values: ['namespace', 'id', 'mode', 'expected', 'time', 'actor', 'repository'],
});

export const claimScript = new LuaScript({
  file: 'store/revisions/scripts/claim-namespace.lua',
  keys: ['owners'],
  values: ['namespace', 'repository', 'owner', 'takesOver'],
});

export const indexScript = new LuaScript({
  file: 'store/revisions/scripts/index-flow.lua',
  keys: ['flow'],
  values: ['namespace', 'id'],
});

export const addEntriesScript = new LuaScript({
  file: 'store/revisions/scripts/add-entries.lua',
  keys: ['revisions'],
  valueList: 'entries',
});

export const removeEntriesScript = new LuaScript({
  file: 'store/revisions/scripts/remove-entries.lua',
  keys: ['revisions'],
});

export const removeRevisionsScript = new LuaScript({
  file: 'store/revisions/scripts/remove-revisions.lua',
  keys: ['flow', 'revisions'],
  values: ['keep'],
  valueList: 'numbers',
});

export const readScript = new LuaScript({
  file: 'store/revisions/scripts/read-revision.lua',
  keys: ['flow', 'revisions'],
  values: ['namespace', 'revision'],
});
