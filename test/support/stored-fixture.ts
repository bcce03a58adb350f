import { isUtf8 } from 'node:buffer';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import type { StandInJenkins } from './stand-in-jenkins/stand-in-jenkins.ts';

type Text = string | { readonly base64: string };
type StoredKey = { readonly name: string; readonly expires?: boolean } & (
  | { readonly type: 'string'; readonly value: Text }
  | { readonly type: 'hash'; readonly value: Readonly<Record<string, Text>> }
  | { readonly type: 'set' | 'list'; readonly value: readonly string[] }
  | { readonly type: 'zset'; readonly value: readonly (readonly [member: string, score: number | string])[] }
  | { readonly type: 'stream'; readonly value: readonly (readonly [id: string, fields: readonly string[]])[] }
);

export interface StoredFixture {
  readonly keys: readonly StoredKey[];
}

/** `format-2` */
export interface ReleasedStore extends StoredFixture {
  /** The key of the webhook `push` of the flow `demo/nightly`. */
  readonly webhookKey: string;
}

/** `open-jenkins`, `open-local` */
export interface OpenExecutions extends StoredFixture {
  /** The executions by what is special about them. */
  readonly ids: Readonly<Record<string, string>>;
  /** Contents by path, below `data`, `files` and `archive`. */
  readonly files: Readonly<Record<string, Text>>;
  /** Compressed; see `repeatRequests`. */
  readonly requests?: string;
}

/** Writes the data of an earlier version (test/fixtures/stores/README.md) to an empty Redis. */
export async function loadStoredFixture<Fixture extends StoredFixture = ReleasedStore>(
  redis: Redis,
  name: string,
): Promise<Fixture> {
  const path = join(import.meta.dirname, '../fixtures/stores', `${name}.json`);
  const fixture = JSON.parse(withRecentTimes(readFileSync(path, 'utf8'))) as Fixture; // as its README says
  for (const key of fixture.keys) {
    await write(redis, key);
    if (key.expires) await redis.pexpire(key.name, 60 * 60 * 1000);
  }
  return fixture;
}

/** Writes the files of a fixture. @param folders by the names that their paths begin with */
export function writeStoredFiles({ files }: OpenExecutions, folders: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    const [, name = '', rest = ''] = /^([^/]+)\/(.*)$/.exec(path) ?? [];
    const file = join(folders[name]!, rest);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes(content));
  }
}

/** What changed something in Jenkins. */
export interface StoredRequest {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** The public key of the Jenkins of a fixture. */
export const storedJenkinsKey = 'the key of the stored Jenkins';

/** Repeats, on an empty stand-in with `storedJenkinsKey`, everything that was requested from the Jenkins of a fixture. */
export async function repeatRequests({ requests = '' }: OpenExecutions, jenkins: StandInJenkins): Promise<void> {
  const all = JSON.parse(brotliDecompressSync(Buffer.from(requests, 'base64')).toString()) as readonly StoredRequest[];
  const authorization = `Basic ${Buffer.from(`${jenkins.user}:${jenkins.token}`).toString('base64')}`;
  for (const { path, contentType, body } of all) {
    const headers = { authorization, ...(contentType !== '' && { 'content-type': contentType }) };
    await fetch(`${jenkins.url}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
  }
}

/**
 * Moves all times so that the fixture is a minute old: executions that waited for a day would fail. Where it does not say
 * when it was written, that was at its last time.
 */
function withRecentTimes(text: string): string {
  const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
  const written = Number(/^"writtenAt": (\d+)/m.exec(text)?.[1]);
  const latest = written || Math.max(...(text.match(time) ?? []).map((each) => Date.parse(each)));
  const shift = Date.now() - 60_000 - latest;
  const moved = text.replaceAll(time, (each) => new Date(Date.parse(each) + shift).toISOString());
  // As Redis and BullMQ have them.
  return written ? moved.replaceAll(milliseconds(written), (each) => String(Number(each) + shift)) : moved;
}

/** Times of the same day, within 100,000 seconds. */
function milliseconds(time: number): RegExp {
  return new RegExp(String.raw`\b${String(time).slice(0, 5)}\d{8}\b`, 'g');
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

/** The form of bytes in a fixture. */
export function textOf(content: Buffer): Text {
  return isUtf8(content) ? content.toString() : { base64: content.toString('base64') };
}
