import type { Redis } from 'ioredis';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { ledgerKeyNames, ledgerKeys } from './ledger-keys.ts';
import type {
  Reservation,
  ReservationChange,
  ReservationOutcome,
  UploadLedger,
  UploadQuotas,
} from './upload-ledger.ts';

// Beyond its need, a request gets at most this share of the remaining space, so that the last bytes go to requests that
// need them.
const maxShareDivisor = 16;

const reserveScript = new LuaScript({
  file: 'store/files/scripts/reserve-bytes.lua',
  keys: ledgerKeyNames,
  values: ['id', 'actor', 'needed', 'preferred', 'expiresAt', 'now', 'maxOfActor', 'maxInAll'],
  constants: { maxShareDivisor },
});

const releaseScript = new LuaScript({
  file: 'store/files/scripts/release-bytes.lua',
  keys: ledgerKeyNames,
  values: ['id'],
});

const usageScript = new LuaScript({
  file: 'store/files/scripts/read-usage.lua',
  keys: ledgerKeyNames,
  values: ['now'],
});

/** The ledger on Redis. */
export class RedisUploadLedger implements UploadLedger {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async reserve(
    { id, actor, needed, preferred, until }: ReservationChange,
    { perActor, inAll }: UploadQuotas,
    now: Date,
  ): Promise<ReservationOutcome> {
    const values = {
      id,
      actor,
      needed,
      preferred,
      expiresAt: until.getTime(),
      now: now.getTime(),
      maxOfActor: limitValue(perActor),
      maxInAll: limitValue(inAll),
    };
    const [outcome, bytes] = (await onRedis(() => reserveScript.run(this.#redis, { ...ledgerKeys, ...values }))) as [
      keyof UploadQuotas | 'held',
      string,
    ]; // the reply of the script
    return outcome === 'held' ? { held: Number(bytes) } : { exceeded: outcome, used: Number(bytes) };
  }

  async release({ id }: Reservation): Promise<void> {
    await onRedis(() => releaseScript.run(this.#redis, { ...ledgerKeys, id }));
  }

  async used(now: Date): Promise<number> {
    return Number(await onRedis(() => usageScript.run(this.#redis, { ...ledgerKeys, now: now.getTime() })));
  }
}

function limitValue(limit: number): number {
  return Math.min(limit, Number.MAX_SAFE_INTEGER);
}
