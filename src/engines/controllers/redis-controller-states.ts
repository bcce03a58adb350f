import type { Redis } from 'ioredis';
import { LuaScript } from '../../store/redis/lua-script.ts';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';
import type { ControllerLook, ControllerStates, Registration } from './controller-states.ts';

const registerScript = new LuaScript({
  file: 'engines/controllers/scripts/register-controller.lua',
  keys: ['controllers'],
  values: ['name', 'identity', 'registration', 'left'],
  valueList: 'others',
});

/** Two hashes of JSON, by the names of controllers. */
export class RedisControllerStates implements ControllerStates {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  registered(): Promise<ReadonlyMap<string, Registration>> {
    return this.#read<Registration>(redisKey.controllers);
  }

  async register(
    name: string,
    registration: Registration,
    others: readonly string[],
    left?: Registration,
  ): Promise<string> {
    const given = {
      controllers: redisKey.controllers,
      name,
      identity: registration.identity ?? '',
      registration: JSON.stringify(registration),
      left: left === undefined ? '' : JSON.stringify(left),
      others,
    };
    return (await onRedis(() => registerScript.run(this.#redis, given))) as string; // the reply of our own script
  }

  looks(): Promise<ReadonlyMap<string, ControllerLook>> {
    return this.#read<ControllerLook>(redisKey.controllerLooks);
  }

  async noteLook(name: string, look: ControllerLook): Promise<void> {
    await onRedis(() => this.#redis.hset(redisKey.controllerLooks, name, JSON.stringify(look)));
  }

  async forget(name: string): Promise<void> {
    await onRedis(() =>
      this.#redis.multi().hdel(redisKey.controllers, name).hdel(redisKey.controllerLooks, name).exec(),
    );
  }

  async #read<Value>(key: string): Promise<ReadonlyMap<string, Value>> {
    const all = await onRedis(() => this.#redis.hgetall(key));
    return new Map(Object.entries(all).map(([name, text]) => [name, JSON.parse(text) as Value])); // written by this class
  }
}
