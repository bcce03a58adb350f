import { queryOptions } from '@tanstack/react-query';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** What the language of flows consists of in this installation, for help in an editor. */
export function languageFactsQuery() {
  return queryOptions({
    queryKey: queryKeys.languageFacts,
    queryFn: async ({ signal }) => {
      const [schema, { plugins }] = await Promise.all([
        unwrap(api.GET('/schemas/flow', { signal })),
        unwrap(api.GET('/transpiler/plugins', { signal })),
      ]);
      return { schema, taskTypes: plugins };
    },
    staleTime: Infinity,
  });
}
