import type { RedisConnection } from '../redis/connect-redis.ts';
import { indexActors } from './index-actors.ts';
import { indexExecutedFlows } from './index-executed-flows.ts';

/**
 * Brings a store from one format to the next. It can be interrupted anywhere and run again, also by two processes at
 * once: each of its changes is one atomic step that does nothing if it was made before.
 */
export interface Migration {
  /** What it does, for the log: continues "Store migrated to format 3: ". */
  readonly title: string;
  /** @returns how many things it changed */
  readonly run: (redis: RedisConnection) => Promise<number>;
}

/** The oldest format that this Flowgate can migrate. Only builds before the release of 0.2.0 wrote older ones. */
export const oldestFormat = 2;

/**
 * All migrations, oldest first. The first one leads from the oldest format to the next one, and so on: never remove
 * or reorder any, and add new ones at the end (docs/how-to/back-up-and-upgrade.md).
 */
export const migrations: readonly Migration[] = [
  { title: 'list executions by who started them', run: indexActors },
  { title: 'list the namespaces that have executions of a flow id', run: indexExecutedFlows },
];
