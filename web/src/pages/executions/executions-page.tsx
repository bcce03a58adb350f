import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { executionListQuery } from '../../api/execution-queries.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterChips, ToggleChips, type FilterChip } from '../../components/filter-chips.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { stateLooks } from '../../components/state-icon.tsx';
import type { ExecutionsSearch } from '../../routes.tsx';
import { executionStates } from './execution-states.ts';
import { ExecutionTable } from './execution-table.tsx';

const route = getRouteApi('/ui/executions');

export function ExecutionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { namespace, flow, state, label } = search;
  const query = useInfiniteQuery(executionListQuery({ namespace, flow_id: flow, state, label }));
  const change = (changed: ExecutionsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Page title="Executions">
      <div className="page-filters">
        <ToggleChips
          label="States"
          options={executionStates.map((each) => ({ value: each, text: stateLooks[each].word }))}
          chosen={state ?? []}
          onChange={(chosen) => change({ state: chosen.length === 0 ? undefined : chosen })}
        />
        <FilterChips chips={chipsOf(search, change)} />
      </div>
      <QueryView query={query} what="the executions">
        {({ pages }) => {
          const executions = pages.flatMap((page) => page.executions);
          if (executions.length > 0) return <ExecutionTable executions={executions} />;
          return isFiltered ? (
            <EmptyState kind="no-match" title="No execution matches the filters">
              <Button onPress={() => void navigate({ search: {} })}>Clear the filters</Button>
            </EmptyState>
          ) : (
            <EmptyState kind="none" title="Nothing has run yet">
              <p>An execution appears here as soon as a flow runs.</p>
            </EmptyState>
          );
        }}
      </QueryView>
      <LoadMore query={query} />
    </Page>
  );
}

function chipsOf(
  { namespace, flow, label = [] }: ExecutionsSearch,
  change: (changed: ExecutionsSearch) => void,
): readonly FilterChip[] {
  return [
    ...(namespace === undefined
      ? []
      : [{ id: 'namespace', text: `namespace is ${namespace}`, onRemove: () => change({ namespace: undefined }) }]),
    ...(flow === undefined
      ? []
      : [{ id: 'flow', text: `flow is ${flow}`, onRemove: () => change({ flow: undefined }) }]),
    ...label.map((each) => ({
      id: `label ${each}`,
      text: `label is ${each}`,
      onRemove: () => change({ label: label.filter((other) => other !== each) }),
    })),
  ];
}
