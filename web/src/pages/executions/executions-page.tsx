import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { executionStates, openStates } from '../../api/execution-states.ts';
import { systemQuery, whoAmIQuery } from '../../api/system-queries.ts';
import { useMaySomewhere } from '../../api/use-may.ts';
import { EmptyState, NoMatch } from '../../components/empty-state.tsx';
import { FilterChips, ToggleChips } from '../../components/filter-chips.tsx';
import { Page } from '../../components/page.tsx';
import { stateStyles } from '../../components/state-badge.tsx';
import { AddFilter } from '../../lists/add-filter.tsx';
import { chipsOf, withFilter } from '../../lists/list-filters.ts';
import { TimeRangeFilter } from '../../lists/time-range-filter.tsx';
import { executionFilterKinds, filterOf, filterTexts, type ExecutionsSearch } from './execution-filters.ts';
import { ExecutionList } from './execution-list.tsx';
import { FlowActivityView } from './flow-activity-view.tsx';

const route = getRouteApi('/ui/executions');

export function ExecutionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: ExecutionsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const add = (kind: string, value: string) => change(withFilter(search, kind, value));
  const clear = () => void navigate({ search: {} });
  const { namespace, flow, state, archived, range, from, to } = search;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Page title="Executions" actions={<Presets />}>
      <ToggleChips
        label="States"
        options={executionStates.map((each) => ({ value: each, text: stateStyles[each].word }))}
        chosen={state ?? []}
        onChange={(chosen) => change({ state: chosen.length === 0 ? undefined : chosen })}
      />
      <div className="page-filters row">
        <TimeRangeFilter value={{ range, from, to }} fallback="all" onChange={change} />
        <AddFilter kinds={executionFilterKinds} onAdd={add} hasKey />
        <ArchiveSwitch
          isOn={archived !== undefined}
          onChange={(isOn) => change({ archived: isOn ? 'true' : undefined })}
        />
        <FilterChips chips={chipsOf(search, executionFilterKinds, change)} />
      </div>
      {namespace !== undefined && flow !== undefined && <FlowActivityView namespace={namespace} id={flow} />}
      <ExecutionList
        filter={filterOf(search)}
        onFilter={add}
        empty={(hasMore) =>
          isFiltered ? (
            <NoMatch
              what="execution"
              chips={filterTexts(search, (each) => stateStyles[each].word)}
              hasMore={hasMore}
              onClear={clear}
            />
          ) : (
            <NoExecutions hasMore={hasMore} />
          )
        }
      />
    </Page>
  );
}

interface ArchiveSwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Shown if there is an archive, or a link asks for it. */
function ArchiveSwitch({ isOn, onChange }: ArchiveSwitchProps) {
  const { data } = useQuery({ ...systemQuery(), refetchInterval: false, staleTime: Infinity });
  if (data?.archive === undefined && !isOn) return null;
  return (
    <label className="inline gap-4">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} /> Archived
    </label>
  );
}

/** The filters that users need most often. */
function Presets() {
  const { data } = useQuery(whoAmIQuery());
  const subject = data?.subject;
  return (
    <nav className="row gap-12" aria-label="Presets">
      <Link to="/ui/executions" search={{ state: [...openStates] }}>
        In progress
      </Link>
      <Link to="/ui/executions" search={{ waiting: 'approval' }}>
        Waiting for approval
      </Link>
      <Link to="/ui/executions" search={{ state: ['FAILED'], range: '24h' }}>
        Failed in the last 24 hours
      </Link>
      {subject !== undefined && (
        <Link to="/ui/executions" search={{ actor: subject }}>
          Started by me
        </Link>
      )}
    </nav>
  );
}

function NoExecutions({ hasMore }: { readonly hasMore: boolean }) {
  const { isPending } = useQuery(whoAmIQuery());
  const mayReadSomewhere = useMaySomewhere()('read');
  if (isPending) return undefined;
  if (!mayReadSomewhere)
    return (
      <EmptyState kind="no-right" title="No executions you can see">
        <p>You do not have the right to read any namespace. Ask an administrator for it.</p>
      </EmptyState>
    );
  return hasMore ? (
    <EmptyState kind="no-match" title="None of the latest executions are in your namespaces">
      <p>Show more to search older ones.</p>
    </EmptyState>
  ) : (
    <EmptyState kind="none" title="Nothing has run yet">
      <p>
        Executions appear here as soon as a flow runs. <Link to="/ui/flows">Choose a flow</Link> to run it.
      </p>
    </EmptyState>
  );
}
