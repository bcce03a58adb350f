import type { Redis } from 'ioredis';
import { bytesIn, toBytes, type BackupRecord, type Bytes, type KeyRecord } from './backup-record.ts';

// A larger key is read in portions, between which it can change.
const portionSize = 1_000;
const portionBytes = 1024 * 1024;

/** A key of any type. A key that no longer exists has no records. */
export async function* readKey(redis: Redis, key: string, name: string): AsyncGenerator<BackupRecord> {
  const type = await redis.type(key);
  if (!isKnownType(type)) return;
  const lifetime = await redis.pttl(key);
  const expiresAt = lifetime > 0 ? Date.now() + lifetime : undefined;
  let isFirst = true;
  for await (const values of portions(redis, key, type)) {
    yield { key: { name, type, isFirst, ...(expiresAt !== undefined && { expiresAt }), values } };
    isFirst = false;
  }
}

type KeyType = KeyRecord['type'];

function isKnownType(type: string): type is KeyType {
  return ['string', 'hash', 'set', 'zset', 'list', 'stream'].includes(type);
}

async function* portions(redis: Redis, key: string, type: KeyType): AsyncGenerator<Bytes[]> {
  switch (type) {
    case 'string':
      for (let start = 0, more = true; more; start += portionBytes) {
        const piece = await redis.getrangeBuffer(key, start, start + portionBytes - 1);
        if (piece.length > 0 || start === 0) yield [toBytes(piece)];
        more = piece.length === portionBytes;
      }
      return;
    case 'list':
      for (let start = 0, more = true; more; start += portionSize) {
        const items = await redis.lrangeBuffer(key, start, start + portionSize - 1);
        if (items.length > 0) yield items.map(toBytes);
        more = items.length === portionSize;
      }
      return;
    case 'stream':
      for (let after = '-', more = true; more;) {
        const items = await redis.xrange(key, after, '+', 'COUNT', portionSize);
        if (items.length > 0) yield items.flatMap(([id, fields]) => [id, JSON.stringify(fields)]);
        after = `(${items.at(-1)?.[0]}`;
        more = items.length === portionSize;
      }
      return;
    default:
      for (let cursor: string | undefined; cursor !== '0';) {
        const command = { hash: 'HSCAN', set: 'SSCAN', zset: 'ZSCAN' }[type];
        const reply = await redis.callBuffer(command, key, cursor ?? '0', 'COUNT', portionSize);
        const [next, items] = reply as [Buffer, Buffer[]]; // the reply of these commands
        if (items.length > 0) yield items.map(toBytes);
        cursor = String(next);
      }
  }
}

/** Writes one portion of a key. @param key with the root */
export async function writeKey(redis: Redis, key: string, record: KeyRecord): Promise<void> {
  const { expiresAt } = record;
  if (expiresAt !== undefined && expiresAt <= Date.now()) return;
  const commands = redis.multi();
  if (record.isFirst) commands.del(key);
  for (const command of commandsOf(key, record)) commands.call(...command);
  if (expiresAt !== undefined) commands.pexpireat(key, expiresAt);
  for (const [error] of (await commands.exec()) ?? []) if (error) throw error;
}

type Command = [string, ...(string | Buffer)[]];

function commandsOf(key: string, { type, values }: KeyRecord): readonly Command[] {
  const items = values.map(bytesIn);
  switch (type) {
    case 'string':
      return [['APPEND', key, ...items]];
    case 'hash':
      return [['HSET', key, ...items]];
    case 'set':
      return [['SADD', key, ...items]];
    case 'list':
      return [['RPUSH', key, ...items]];
    case 'zset':
      return [['ZADD', key, ...pairs(items).flatMap(([member, score]) => [score, member])]];
    case 'stream':
      // As readKey wrote them.
      return pairs(items).map(([id, fields]) => ['XADD', key, id, ...(JSON.parse(fields.toString()) as string[])]);
  }
}

function pairs(items: readonly Buffer[]): readonly (readonly [Buffer, Buffer])[] {
  return items.flatMap((item, index) => {
    const next = items[index + 1];
    return index % 2 === 0 && next !== undefined ? [[item, next] as const] : [];
  });
}
