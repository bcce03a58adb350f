import type { Pace } from '../../base/timers/pace.ts';
import type { Round } from '../../store/leases/leader-loop.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';

/** Something that Flowgate can do: what the `open` of a folder of abilities returns. */
export interface Ability<Api extends object = object> {
  /** What faces and later abilities use. */
  readonly api: Api;
  /** Begins what a worker does for it. */
  readonly work?: (tools: WorkTools) => Work;
  readonly close?: () => Promise<void>;
}

export interface WorkTools {
  /** A dedicated one, which waits until Redis is available. */
  readonly connection: RedisConnection;
  readonly pace: Pace;
}

export interface Work {
  readonly rounds?: readonly Round[];
  /** Resolves when nothing of it is in progress in this process. */
  readonly stop?: () => Promise<void>;
}
