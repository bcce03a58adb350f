import type { RedisConnection } from '../store/redis/connect-redis.ts';
import { shareSources } from './redis-share-sources.ts';
import { countPendingExecutions } from './redis-count-pending.ts';

/**
 * Brings a store from one format to the next. It can be interrupted anywhere and run again, also by two processes at
 * once: each of its changes is one atomic step that does nothing if it was made before.
 */
export interface Migration {
  /** What it does, for the log: continues "Store migrated to format 2: ". */
  readonly title: string;
  /** @returns how many things it changed */
  readonly run: (redis: RedisConnection) => Promise<number>;
}

/**
 * All migrations, the oldest first. The first one leads from format 0 to format 1, and so on: never remove or reorder
 * any, and add new ones at the end (docs/how-to/back-up-and-upgrade.md).
 */
export const migrations: readonly Migration[] = [
  {
    title: 'data of 0.1.0: each source is kept once, and pending executions are counted',
    run: async (redis) => (await shareSources(redis)) + (await countPendingExecutions(redis)),
  },
  {
    // Logs of before stay where they are and readable; an older Flowgate would show only the end of a new one.
    title: 'the beginnings of long logs are in files',
    run: async () => 0,
  },
];
