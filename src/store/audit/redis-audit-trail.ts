import type { Redis } from 'ioredis';
import { keyRoot } from '../redis/key-root.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import type { AuditEntry, AuditEvent, AuditPage, AuditQuery, AuditTrail } from './audit-trail.ts';

/** A stream with every event; index streams with the same IDs and no data list those of a namespace or an actor. */
const trailKey = `${keyRoot}:audit`;
const indexKey = (kind: 'namespace' | 'actor', name: string): string => `${trailKey}:${kind}:${name}`;

const dayMilliseconds = 24 * 60 * 60 * 1000;
// About 300 bytes each.
const maxEntries = 1_000_000;
// How many entries one call reads before it returns what it has, and how many of them at a time.
const maxSearch = 5_000;
const batchSize = 500;

/**
 * KEYS: the trail. ARGV: milliseconds for which entries are kept (0 for ever), max entries, then event, namespace and
 * actor alternately ('' for none). An index that is not written to for that long expires.
 */
const appendScript = new LuaScript(`
local lifetime, max = tonumber(ARGV[1]), ARGV[2]
local indexes = {}
for position = 3, #ARGV, 3 do
  local id = redis.call('XADD', KEYS[1], '*', 'event', ARGV[position])
  for offset, kind in ipairs({ 'namespace', 'actor' }) do
    local name = ARGV[position + offset]
    if name ~= '' then
      local index = KEYS[1] .. ':' .. kind .. ':' .. name
      redis.call('XADD', index, id, '-', '')
      indexes[index] = true
    end
  end
  if lifetime > 0 then
    local now = tonumber(string.match(id, '^%d+'))
    redis.call('XTRIM', KEYS[1], 'MINID', '~', string.format('%.0f', now - lifetime))
  end
end
redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', max)
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1][1]
for index in pairs(indexes) do
  redis.call('XTRIM', index, 'MINID', '~', first)
  if lifetime > 0 then redis.call('PEXPIRE', index, string.format('%.0f', lifetime)) end
end
`);

/**
 * KEYS: the trail. ARGV: milliseconds as above, then id, event, namespace and actor alternately. The ids must be greater
 * than those of all entries.
 */
const restoreScript = new LuaScript(`
local lifetime = tonumber(ARGV[1])
for position = 2, #ARGV, 4 do
  local id, event = ARGV[position], ARGV[position + 1]
  redis.call('XADD', KEYS[1], id, 'event', event)
  for offset, kind in ipairs({ 'namespace', 'actor' }) do
    local name = ARGV[position + 1 + offset]
    if name ~= '' then
      local index = KEYS[1] .. ':' .. kind .. ':' .. name
      redis.call('XADD', index, id, '-', '')
      if lifetime > 0 then redis.call('PEXPIRE', index, string.format('%.0f', lifetime)) end
    end
  end
end
`);

/** The audit trail on Redis. */
export class RedisAuditTrail implements AuditTrail {
  readonly #redis: Redis;
  readonly #days: number;

  /** @param days how long entries are kept; 0 for ever */
  constructor(redis: Redis, days: number) {
    this.#redis = redis;
    this.#days = days;
  }

  async append(events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    const values = events.flatMap((event) => [JSON.stringify(event), event.namespace ?? '', event.actor]);
    await onRedis(() =>
      appendScript.run(this.#redis, [trailKey], [this.#days * dayMilliseconds, maxEntries, ...values]),
    );
  }

  /** Adds entries of a backup to an empty trail: ids, in ascending order, and events as JSON. */
  async restore(entries: readonly (readonly [id: string, event: string])[]): Promise<void> {
    const values = entries.flatMap(([id, text]) => {
      const { namespace = '', actor } = JSON.parse(text) as AuditEvent; // written by append
      return [id, text, namespace, actor];
    });
    await onRedis(() => restoreScript.run(this.#redis, [trailKey], [this.#days * dayMilliseconds, ...values]));
  }

  list(query: AuditQuery): Promise<AuditPage> {
    return onRedis(() => this.#list(query));
  }

  async #list(query: AuditQuery): Promise<AuditPage> {
    const entries: AuditEntry[] = [];
    let after = query.after;
    for (let seen = 0; seen < maxSearch; seen += batchSize) {
      const batch = await this.#batch(query, after);
      for (const { id, event } of batch) {
        if (entries.length === query.limit) return { entries, next: after };
        after = id;
        if (event !== undefined && isAnswer(event, query)) entries.push({ id, at: timeOf(id), ...event });
      }
      if (batch.length < batchSize) return { entries };
    }
    return { entries, next: after };
  }

  async #batch({ namespace, actor, from, to }: AuditQuery, after: string | undefined): Promise<readonly StreamItem[]> {
    if (to !== undefined && to.getTime() <= 0) return [];
    const highest = after !== undefined ? `(${after}` : to === undefined ? '+' : String(to.getTime() - 1);
    const lowest = from === undefined ? '-' : String(Math.max(0, from.getTime()));
    const index =
      namespace !== undefined
        ? indexKey('namespace', namespace)
        : actor !== undefined
          ? indexKey('actor', actor)
          : undefined;
    const items = await this.#redis.xrevrange(index ?? trailKey, highest, lowest, 'COUNT', batchSize);
    return index === undefined ? items.map(readItem) : this.#events(items.map(([id]) => id));
  }

  /** The entries of an index; an entry whose event was removed has none. */
  async #events(ids: readonly string[]): Promise<readonly StreamItem[]> {
    const pipeline = this.#redis.pipeline();
    for (const id of ids) pipeline.xrange(trailKey, id, id);
    const replies = (await pipeline.exec()) ?? [];
    return replies.map(([error, found], position) => {
      if (error) throw error;
      const [item] = found as [string, string[]][]; // the reply of XRANGE
      return item === undefined ? { id: ids[position] ?? '' } : readItem(item);
    });
  }
}

interface StreamItem {
  readonly id: string;
  readonly event?: AuditEvent;
}

function readItem([id, [, text = '']]: [string, string[]]): StreamItem {
  return { id, event: JSON.parse(text) as AuditEvent }; // written by append
}

function timeOf(id: string): string {
  return new Date(Number(id.split('-', 1)[0])).toISOString();
}

function isAnswer(event: AuditEvent, { namespace, flowId, actor, action, outcome, isShown }: AuditQuery): boolean {
  const fits = (filter: string | undefined, found: string | undefined) => filter === undefined || filter === found;
  return (
    fits(namespace, event.namespace) &&
    fits(actor, event.actor) &&
    fits(flowId, event.flowId) &&
    fits(action, event.action) &&
    fits(outcome, event.outcome) &&
    (isShown?.(event) ?? true)
  );
}
