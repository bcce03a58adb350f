import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  executionListQuery,
  executionsByIdQuery,
  newestExecutionsQuery,
  type Execution,
  type ExecutionFilter,
} from '../../api/execution-queries.ts';
import { followedIds, newRows, patchedRows } from './live-rows.ts';

/**
 * Pages of executions that stay up to date without moving: rows that have not ended change in place, and new ones are
 * only counted until the user asks for them.
 */
export function useLiveExecutions(filter: ExecutionFilter) {
  const client = useQueryClient();
  const list = executionListQuery(filter);
  const query = useInfiniteQuery(list);
  // The rows of the previous filter stay until those of this one arrive; they are not patched.
  const rows = query.isPlaceholderData ? [] : (query.data?.pages.flatMap((page) => page.executions) ?? []);
  // Archived executions do not change, and new ones are old.
  const isLive = filter.archived !== true && (rows.length > 0 || query.isSuccess);
  const { data: newest } = useQuery({ ...newestExecutionsQuery(filter), enabled: isLive });
  const { data: known } = useQuery(executionsByIdQuery(followedIds(rows)));
  const { queryKey } = list;
  const keyText = JSON.stringify(queryKey);
  useEffect(() => {
    if (known === undefined) return;
    client.setQueryData(queryKey, (data) => data && patchedPages(data, known.executions));
    // The key is another object at each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, known, keyText]);
  const added = query.isPlaceholderData || query.data === undefined ? [] : newRows(rows, newest?.executions ?? []);
  const showNew = () => {
    if (newest === undefined) return;
    client.setQueryData(queryKey, { pages: [newest], pageParams: [undefined] });
    window.scrollTo({ top: 0 });
  };
  return { query, newCount: added.length, showNew };
}

function patchedPages<One extends Execution, Page extends { readonly executions: readonly One[] }, Param>(
  data: InfiniteData<Page, Param>,
  known: readonly One[],
): InfiniteData<Page, Param> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, executions: patchedRows(page.executions, known) })),
  };
}
