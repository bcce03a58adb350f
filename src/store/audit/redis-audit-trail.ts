import type { Redis } from 'ioredis';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import type { AuditEntry, AuditEvent, AuditPage, AuditQuery } from './audit-trail.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
// About 300 bytes each.
const maxEntries = 1_000_000;
// How many entries one call reads before it returns what it has, and how many of them at a time.
const maxSearch = 5_000;
const batchSize = 500;

const appendEventsScript = new LuaScript({
  file: 'store/audit/scripts/append-events.lua',
  keys: ['audit'],
  values: ['lifetime', 'maxEntries'],
  valueList: 'events',
});

const restoreEntriesScript = new LuaScript({
  file: 'store/audit/scripts/restore-entries.lua',
  keys: ['audit'],
  values: ['lifetime'],
  valueList: 'entries',
});

/** Who did what, when, to what, and with which outcome. Entries are never changed; old ones are removed. */
export class RedisAuditTrail {
  readonly #redis: Redis;
  readonly #days: number;
  /** Written together once the current write has ended, in whatever way. */
  #next: { readonly events: AuditEvent[]; readonly written: Promise<void> } | undefined;
  #current: Promise<unknown> = Promise.resolve();

  /** @param days how long entries are kept; 0 keeps them forever */
  constructor(redis: Redis, days: number) {
    this.#redis = redis;
    this.#days = days;
  }

  /** Adds all events in one step, in this order. @throws {AppError} store-unavailable */
  async append(events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    this.#next ??= { events: [], written: this.#current.then(() => this.#writeNext()) };
    this.#next.events.push(...events);
    await this.#next.written;
  }

  async #writeNext(): Promise<void> {
    const { events = [] } = this.#next ?? {};
    this.#next = undefined;
    const written = this.#write(events);
    this.#current = written.catch(() => undefined); // reported to those who wait for it
    await written;
  }

  async #write(events: readonly AuditEvent[]): Promise<void> {
    await onRedis(() =>
      appendEventsScript.run(this.#redis, {
        audit: redisKey.audit,
        lifetime: this.#days * dayMilliseconds,
        maxEntries,
        events: events.flatMap((event) => [JSON.stringify(event), event.namespace ?? '', event.actor]),
      }),
    );
  }

  /** Adds entries of a backup to an empty trail: ids, in ascending order, and events as JSON. */
  async restore(entries: readonly (readonly [id: string, event: string])[]): Promise<void> {
    const values = entries.flatMap(([id, text]) => {
      const { namespace = '', actor } = JSON.parse(text) as AuditEvent; // written by append
      return [id, text, namespace, actor];
    });
    const lifetime = this.#days * dayMilliseconds;
    await onRedis(() => restoreEntriesScript.run(this.#redis, { audit: redisKey.audit, lifetime, entries: values }));
  }

  /** The cost depends on the page, not on the length of the trail. @throws {AppError} store-unavailable */
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
        ? redisKey.auditIndex('namespace', namespace)
        : actor !== undefined
          ? redisKey.auditIndex('actor', actor)
          : undefined;
    const items = await this.#redis.xrevrange(index ?? redisKey.audit, highest, lowest, 'COUNT', batchSize);
    return index === undefined ? items.map(readItem) : this.#events(items.map(([id]) => id));
  }

  /** The entries of an index; an entry whose event was removed has none. */
  async #events(ids: readonly string[]): Promise<readonly StreamItem[]> {
    const pipeline = this.#redis.pipeline();
    for (const id of ids) pipeline.xrange(redisKey.audit, id, id);
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
