import type { Redis } from 'ioredis';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';
import type { ControllerLook, ControllerStates, Registration } from './controller-states.ts';

/** Two hashes of JSON, by the names of controllers. */
export class RedisControllerStates implements ControllerStates {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  registered(): Promise<ReadonlyMap<string, Registration>> {
    return this.#read<Registration>(redisKey.controllers);
  }

  async register(name: string, registration: Registration): Promise<void> {
    await onRedis(() => this.#redis.hsetnx(redisKey.controllers, name, JSON.stringify(registration)));
  }

  async replace(name: string, registration: Registration): Promise<void> {
    await onRedis(() => this.#redis.hset(redisKey.controllers, name, JSON.stringify(registration)));
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
