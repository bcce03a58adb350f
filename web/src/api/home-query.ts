import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { read } from './read.ts';

export type Home = Schema<'Home'>;
export type HomeExecution = Home['failed']['executions'][number];

const refreshMilliseconds = 10_000;

/** What failed, runs, waits and comes next. @param favourites their latest executions are included */
export const homeQuery = (namespace: string | undefined, favourites: readonly string[]) => ({
  ...read('/home', { query: { namespace, flow: [...favourites] } }),
  refetchInterval: refreshMilliseconds,
});
