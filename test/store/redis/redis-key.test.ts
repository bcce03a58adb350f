import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyTable, type KeyName } from '../../../src/store/redis/key-table.ts';
import { keyFamily, keyGlob, keyWords, luaKeyFunction, redisKey } from '../../../src/store/redis/redis-key.ts';

const flow = { namespace: 'examples', id: 'hello' };
const names = Object.keys(keyTable) as KeyName[]; // its own keys

describe('a key', () => {
  it('is made from its pattern', () => {
    expect(redisKey.tokens).toBe('{flowgate}:tokens');
    expect(redisKey.flow(flow)).toBe('{flowgate}:flow:examples/hello');
    expect(redisKey.flowIndex('label:a=b', 'id')).toBe('{flowgate}:index:label:a=b:id');
    expect(redisKey.notificationQueue('ops', 'meta')).toBe('{flowgate}:notifications-ops:meta');
  });

  it('is made in Lua as well', () => {
    expect(luaKeyFunction('tokens')).toBe("local function tokensKey() return '{flowgate}:tokens' end");
    expect(luaKeyFunction('flowIndex')).toBe(
      "local function flowIndexKey(word1, word2) return '{flowgate}:index:' .. word1 .. ':' .. word2 end",
    );
    expect(() => luaKeyFunction('toString')).toThrow('The key toString is not in the key table');
  });

  it('leads back to its parameters', () => {
    expect(keyWords('flow', redisKey.flow(flow))).toEqual(['examples/hello']);
    expect(keyWords('notificationQueue', '{flowgate}:notifications-a:b:meta')).toEqual(['a:b', 'meta']);
    expect(keyWords('flow', redisKey.tokens)).toEqual([]);
  });

  it('is found by a glob pattern', () => {
    expect(keyGlob('flow')).toBe('{flowgate}:flow:*');
    expect(keyGlob('notificationQueue', '*', 'meta')).toBe('{flowgate}:notifications-*:meta');
  });

  it.each(names)('%s belongs to its own family', (name) => {
    const key = `{flowgate}:${keyTable[name].pattern.replaceAll(/<\w+>/g, 'x')}`;
    expect(keyFamily(key)).toBe(keyTable[name]);
  });

  it('that is not in the table has no family', () => {
    expect(keyFamily('{flowgate}:something')).toBeUndefined();
    expect(keyFamily('tokens')).toBeUndefined();
  });
});

it('no other file writes a key', () => {
  const folder = join(import.meta.dirname, '../../../src');
  const writing = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => /\.(ts|lua)$/.test(path) && path !== 'store/redis/key-table.ts')
    .filter((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return /\{flowgate\}|keyRoot\}:\w|keyRoot \+|redis\.p?call\('(?!INFO)\w+', ["']/.test(text);
    });
  expect(writing).toEqual([]);
});
