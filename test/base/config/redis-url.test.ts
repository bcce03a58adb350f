import { describe, expect, it } from 'vitest';
import { readRedisUrl } from '../../../src/base/config/redis-url.ts';

describe('readRedisUrl', () => {
  it('reads the sentinels of a master', () => {
    expect(readRedisUrl('rediss+sentinel://ada:p%40ss:word@a.example:1,[::1],b/main/2')).toEqual({
      kind: 'sentinel',
      hosts: [
        { host: 'a.example', port: 1 },
        { host: '::1', port: 26_379 },
        { host: 'b', port: 26_379 },
      ],
      name: 'main',
      db: 2,
      username: 'ada',
      password: 'p@ss:word',
      isEncrypted: true,
    });
  });

  it('reads the servers of a cluster', () => {
    expect(readRedisUrl('redis+cluster://:secret@a,b:7000')).toEqual({
      kind: 'cluster',
      hosts: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 7000 },
      ],
      password: 'secret',
      isEncrypted: false,
    });
  });

  it.each([
    'http://a',
    'redis+sentinel://a:1',
    'redis+cluster://a/name',
    'redis+cluster://a:b',
    'redis+cluster://secret@a',
    'redis+other://a',
  ])('rejects %s', (url) => {
    expect(readRedisUrl(url)).toBeUndefined();
  });
});
