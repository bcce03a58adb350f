import type { ReactNode } from 'react';
import { executionPageSize, type ExecutionFilter } from '../../api/execution-queries.ts';
import { Button } from '../../components/button.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ExecutionTable, type OnFilter } from './execution-table.tsx';
import { useLiveExecutions } from './use-live-executions.ts';
import '../../lists/lists.css';

/** Executions, live: what runs changes in place, and what is new waits behind a button. */
export function ExecutionList({
  filter,
  empty,
  onFilter,
}: {
  readonly filter: ExecutionFilter;
  /** What is shown instead of no rows. */
  readonly empty: (hasMore: boolean) => ReactNode;
  readonly onFilter?: OnFilter;
}) {
  const { query, newCount, showNew } = useLiveExecutions(filter);
  return (
    <div className="live-list">
      <div className="new-rows" role="status">
        {newCount > 0 && (
          <Button variant="primary" onPress={showNew}>
            {newCount < executionPageSize ? `${newCount} new` : `${newCount} or more new`}
          </Button>
        )}
      </div>
      <QueryView query={query} what="the executions">
        {({ pages }) => {
          const executions = pages.flatMap((page) => page.executions);
          return executions.length > 0 ? (
            <ExecutionTable
              executions={executions}
              onFilter={onFilter}
              isOfOneFlow={filter.namespace !== undefined && filter.flow_id !== undefined}
            />
          ) : (
            empty(query.hasNextPage)
          );
        }}
      </QueryView>
      <LoadMore query={query} />
    </div>
  );
}
