import { queryOptions } from '@tanstack/react-query';
import { get } from './read.ts';

/** What the language of flows consists of in this installation, for help in an editor. */
export function languageFactsQuery() {
  return queryOptions({
    queryKey: ['language facts'],
    queryFn: async ({ signal }) => {
      const [schema, { plugins }] = await Promise.all([
        get('/schemas/flow', {}, signal),
        get('/transpiler/plugins', {}, signal),
      ]);
      return { schema, taskTypes: plugins };
    },
    staleTime: Infinity,
  });
}
