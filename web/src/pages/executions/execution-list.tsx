import { useState, type ReactNode } from 'react';
import { executionPageSize, type ExecutionFilter } from '../../api/execution-queries.ts';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { PagedList } from '../../lists/paged-list.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { ExecutionTable, type OnFilter } from './execution-table.tsx';
import { useLiveExecutions } from './use-live-executions.ts';
import '../../lists/lists.css';

interface ExecutionListProps {
  readonly filter: ExecutionFilter;
  /** Shown instead of an empty table. */
  readonly empty: (hasMore: boolean) => ReactNode;
  readonly onFilter?: OnFilter;
}

/** A live list of executions: rows change in place, and new ones wait behind a button. */
export function ExecutionList({ filter, empty, onFilter }: ExecutionListProps) {
  const { query, newCount, showNew } = useLiveExecutions(filter);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  return (
    <div className="live-list">
      <div className="new-rows" role="status">
        {newCount > 0 && (
          <Button variant="primary" onPress={showNew}>
            {newCount < executionPageSize ? `${newCount} new` : `${newCount}+ new`}
          </Button>
        )}
      </div>
      {query.data?.pages.some(({ incomplete }) => incomplete === true) && (
        <Callout tone="warning" title="Some executions are missing">
          The archive is damaged. Ask an administrator to look at the log of Flowgate.
        </Callout>
      )}
      <PagedList query={query} what="the executions" itemsOf={({ executions }) => executions} empty={empty}>
        {(executions) => (
          <>
            <BulkActions executions={executions} chosen={chosen} onChoose={setChosen} />
            <ExecutionTable
              executions={executions}
              onFilter={onFilter}
              selection={{ chosen, toggle }}
              isOfOneFlow={filter.namespace !== undefined && filter.flow_id !== undefined}
            />
          </>
        )}
      </PagedList>
    </div>
  );
}
