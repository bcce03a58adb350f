import type { Redis } from 'ioredis';
import { flowName, flowOfName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { BuildReference } from '../../../lifecycle/execution-phases.ts';
import { defaultController } from '../../../lifecycle/execution-record.ts';
import type { Fence } from '../../leases/lease.ts';
import { LuaScript } from '../../redis/lua-script.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { keyGlob, keyWords, redisKey } from '../../redis/redis-key.ts';
import { globLiteral, scanKeys } from '../../redis/scan-keys.ts';

const writeScript = new LuaScript({
  file: 'store/executions/redis/scripts/write-pushed-job.lua',
  keys: ['job', 'lease', 'mark'],
  values: ['token', 'digest', 'url'],
});

const dropScript = new LuaScript({
  file: 'store/executions/redis/scripts/drop-pushed-job.lua',
  keys: ['job', 'flow', 'retiring', 'slots', 'waiting'],
  values: ['name'],
});

export interface PushedJob {
  /** The digest of the script and everything else that the job declares; absent if its content is unknown. */
  readonly digest?: string;
  readonly url: string;
  /** Whether Flowgate has disabled it, or is about to, because its flow was deleted. */
  readonly isRetired?: boolean;
}

/** A build of a flow's job, with its URL for users. */
export async function buildReference(
  jobs: Pick<RedisPushedJobs, 'read'>,
  flow: FlowKey,
  number: number,
): Promise<BuildReference> {
  return { number, url: `${(await jobs.read(flow))?.url ?? ''}${number}/` };
}

/** Remembers what Flowgate last pushed to the job of a flow. */
export class RedisPushedJobs {
  readonly #redis: Redis;
  readonly #controller: string;
  readonly #retiring: string;

  constructor(redis: Redis, controller = defaultController) {
    this.#redis = redis;
    this.#controller = controller;
    this.#retiring = this.#isDefault ? redisKey.retiringFlows : redisKey.retiringFlowsOn(controller);
  }

  get #isDefault(): boolean {
    return this.#controller === defaultController;
  }

  #key(flow: FlowKey): string {
    return this.#isDefault ? redisKey.pushedJob(flow) : redisKey.pushedJobOn(this.#controller, flow);
  }

  async any(): Promise<boolean> {
    return (await onRedis(() => this.#redis.get(redisKey.pushedMark))) === '1';
  }

  async read(flow: FlowKey): Promise<PushedJob | undefined> {
    const [digest, url, retired] = await onRedis(() => this.#redis.hmget(this.#key(flow), 'digest', 'url', 'retired'));
    return url ? { url, digest: digest || undefined, isRetired: retired === '1' } : undefined;
  }

  /** Only for the holder of the lease; other writes are dropped. */
  async write(flow: FlowKey, { digest = '', url }: PushedJob, { name, token }: Fence): Promise<void> {
    const keys = { job: this.#key(flow), lease: redisKey.lease(name), mark: redisKey.pushedMark };
    await onRedis(() => writeScript.run(this.#redis, { ...keys, token, digest, url }));
  }

  /** Marks the content of the job as unknown. */
  async forget(flow: FlowKey): Promise<void> {
    await onRedis(() => this.#redis.hdel(this.#key(flow), 'digest'));
  }

  /** Records that the flow was deleted, so that its job gets disabled. */
  async retire(flow: FlowKey): Promise<void> {
    await onRedis(() =>
      this.#redis
        .multi()
        .hset(this.#key(flow), 'retired', '1')
        .sadd(this.#retiring, flowName(flow))
        .set(redisKey.pushedMark, '1')
        .exec(),
    );
  }

  /** The flows whose jobs still have to be disabled. */
  async retiring(): Promise<readonly FlowKey[]> {
    const names = await onRedis(() => this.#redis.smembers(this.#retiring));
    return names.map(flowOfName);
  }

  /** Records that Flowgate has disabled the job, and may therefore enable it again. */
  async retired(flow: FlowKey): Promise<void> {
    await onRedis(() => this.#redis.srem(this.#retiring, flowName(flow)));
  }

  get #glob(): string {
    return this.#isDefault ? keyGlob('pushedJob') : keyGlob('pushedJobOn', globLiteral(this.#controller));
  }

  /** The flows whose jobs are remembered. A flow may come twice. */
  async *all(): AsyncGenerator<FlowKey> {
    for await (const keys of scanKeys(this.#redis, this.#glob))
      for (const key of keys)
        yield flowOfName(keyWords(this.#isDefault ? 'pushedJob' : 'pushedJobOn', key).at(-1) ?? '');
  }

  /** Removes what is remembered of all flows: the controller is gone. */
  async removeAll(): Promise<void> {
    for await (const keys of scanKeys(this.#redis, this.#glob))
      if (keys.length > 0) await onRedis(() => this.#redis.unlink(...keys));
    await onRedis(() => this.#redis.unlink(this.#retiring));
  }

  /**
   * Removes what is remembered, if the flow was purged, has no open execution, and its job does not have to be disabled.
   * @returns whether it was removed
   */
  async drop(flow: FlowKey): Promise<boolean> {
    const keys = {
      job: this.#key(flow),
      flow: redisKey.flow(flow),
      retiring: this.#retiring,
      slots: redisKey.executionSlots(flowName(flow)),
      waiting: redisKey.heldExecutions(flowName(flow)),
    };
    return (await onRedis(() => dropScript.run(this.#redis, { ...keys, name: flowName(flow) }))) === 1;
  }

  /** Records that the job is in use again. */
  async revive(flow: FlowKey): Promise<void> {
    await onRedis(() =>
      this.#redis.multi().hdel(this.#key(flow), 'retired').srem(this.#retiring, flowName(flow)).exec(),
    );
  }
}
