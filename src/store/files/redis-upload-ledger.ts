import type { Redis } from 'ioredis';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { ledgerFunctions, ledgerKeyList } from './ledger-keys.ts';
import type {
  Reservation,
  ReservationChange,
  ReservationOutcome,
  UploadLedger,
  UploadQuotas,
} from './upload-ledger.ts';

/** ARGV: reservation, actor, bytes needed, bytes preferred, until, now, quota per actor, total quota, share. */
const reserveScript = new LuaScript(`${ledgerFunctions}
local id, actor = ARGV[1], ARGV[2]
local needed, preferred = tonumber(ARGV[3]), tonumber(ARGV[4])
releaseForgotten(ARGV[6])
local held = reservation(id)
local usedByActor, usedInAll = used('actor:' .. actor), used('all')
local forActor, inAll = tonumber(ARGV[7]) - usedByActor + held, tonumber(ARGV[8]) - usedInAll + held
if needed > held then
  if needed > forActor then return {'perActor', whole(usedByActor)} end
  if needed > inAll then return {'inAll', whole(usedInAll)} end
end
local granted = math.max(held, needed)
local left = math.max(math.min(forActor, inAll) - granted, 0)
granted = granted + math.max(math.min(preferred - granted, math.floor(left / tonumber(ARGV[9]))), 0)
setReservation(id, actor, granted)
redis.call('ZADD', KEYS[3], ARGV[5], id)
return {'held', whole(granted)}
`);

/** ARGV: reservation. */
const releaseScript = new LuaScript(`${ledgerFunctions}
release(ARGV[1])
`);

/** ARGV: now. */
const usedScript = new LuaScript(`${ledgerFunctions}
releaseForgotten(ARGV[1])
return whole(used('all'))
`);

// Beyond its need, a request gets at most this share of what is left: the last bytes go to requests that need them.
const maxShareDivisor = 16;

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
    const values = [
      id,
      actor,
      needed,
      preferred,
      until.getTime(),
      now.getTime(),
      limitValue(perActor),
      limitValue(inAll),
      maxShareDivisor,
    ];
    const [outcome, bytes] = (await onRedis(() => reserveScript.run(this.#redis, ledgerKeyList, values))) as [
      keyof UploadQuotas | 'held',
      string,
    ]; // the reply of the script
    return outcome === 'held' ? { held: Number(bytes) } : { exceeded: outcome, used: Number(bytes) };
  }

  async release({ id }: Reservation): Promise<void> {
    await onRedis(() => releaseScript.run(this.#redis, ledgerKeyList, [id]));
  }

  async used(now: Date): Promise<number> {
    return Number(await onRedis(() => usedScript.run(this.#redis, ledgerKeyList, [now.getTime()])));
  }
}

function limitValue(limit: number): number {
  return Math.min(limit, Number.MAX_SAFE_INTEGER);
}
