import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';

type Text = string | { readonly base64: string };
type StoredKey = { readonly name: string; readonly expires?: boolean } & (
  | { readonly type: 'string'; readonly value: Text }
  | { readonly type: 'hash'; readonly value: Readonly<Record<string, Text>> }
  | { readonly type: 'set' | 'list'; readonly value: readonly string[] }
  | { readonly type: 'zset'; readonly value: readonly (readonly [member: string, score: number])[] }
  | { readonly type: 'stream'; readonly value: readonly (readonly [id: string, fields: readonly string[]])[] }
);

export interface StoredFixture {
  /** The key of the webhook `push` of the flow `demo/nightly`. */
  readonly webhookKey: string;
  readonly keys: readonly StoredKey[];
}

/** Writes the data of an earlier version (test/fixtures/stores/README.md) to an empty Redis. */
export async function loadStoredFixture(redis: Redis, name: string): Promise<StoredFixture> {
  const path = join(import.meta.dirname, '../fixtures/stores', `${name}.json`);
  const fixture = JSON.parse(withRecentTimes(readFileSync(path, 'utf8'))) as StoredFixture; // as its README says
  for (const key of fixture.keys) {
    await write(redis, key);
    if (key.expires) await redis.pexpire(key.name, 60 * 60 * 1000);
  }
  return fixture;
}

/** Moves all times so that the last one is a minute ago: executions that waited for a day would fail. */
function withRecentTimes(text: string): string {
  const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
  const latest = Math.max(...(text.match(time) ?? []).map((each) => Date.parse(each)));
  const shift = Date.now() - 60_000 - latest;
  return text.replaceAll(time, (each) => new Date(Date.parse(each) + shift).toISOString());
}

async function write(redis: Redis, key: StoredKey): Promise<void> {
  switch (key.type) {
    case 'string':
      return void (await redis.set(key.name, bytes(key.value)));
    case 'hash':
      return void (await redis.hset(
        key.name,
        ...Object.entries(key.value).flatMap(([field, text]) => [field, bytes(text)]),
      ));
    case 'set':
      return void (await redis.sadd(key.name, ...key.value));
    case 'list':
      return void (await redis.rpush(key.name, ...key.value));
    case 'zset':
      return void (await redis.zadd(key.name, ...key.value.flatMap(([member, score]) => [score, member])));
    case 'stream':
      for (const [id, fields] of key.value) await redis.xadd(key.name, id, ...fields);
  }
}

function bytes(text: Text): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.base64, 'base64');
}
