import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { flowListQuery } from '../../api/flow-queries.ts';
import { useMaySomewhere } from '../../api/use-may.ts';
import { NoMatch } from '../../components/empty-state.tsx';
import { Select, TextField } from '../../components/field.tsx';
import { FilterChips } from '../../components/filter-chips.tsx';
import { Page } from '../../components/page.tsx';
import { moveRowFocus } from '../../components/row-focus.ts';
import { AddFilter } from '../../lists/add-filter.tsx';
import { chipsOf, withFilter } from '../../lists/list-filters.ts';
import { PagedList } from '../../lists/paged-list.tsx';
import { useKeyHint, useSearchKey } from '../../shell/use-key.ts';
import { filterTexts, flowFilterKinds, flowSorts, type FlowsSearch } from './flow-filters.ts';
import { FlowTable } from './flow-table.tsx';
import { NamespaceNav } from './namespace-nav.tsx';
import { NoFlows } from './no-flows.tsx';
import './flows-page.css';

const route = getRouteApi('/ui/flows');

export function FlowsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWriteSomewhere = useMaySomewhere()('write');
  const query = useInfiniteQuery(flowListQuery(search));
  const change = (changed: FlowsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const texts = filterTexts(search);
  return (
    <Page
      title="Flows"
      actions={
        mayWriteSomewhere && (
          <Link to="/ui/new-flow" className="button button-plain">
            New flow
          </Link>
        )
      }
    >
      <div className="page-filters row">
        <SearchField value={search.q ?? ''} onChange={(q) => change({ q: q === '' ? undefined : q })} />
        <AddFilter kinds={flowFilterKinds} onAdd={(kind, value) => change(withFilter(search, kind, value))} />
        <Select
          label="Sort"
          isLabelHidden
          options={flowSorts}
          value={search.sort ?? 'namespace'}
          onChange={(sort) => change({ sort: sort === 'namespace' ? undefined : sort })}
        />
        <FilterChips chips={chipsOf(search, flowFilterKinds, change)} />
      </div>
      <div className="flows-with-namespaces">
        <NamespaceNav search={search} />
        <div>
          <PagedList
            query={query}
            what="the flows"
            itemsOf={({ flows }) => flows}
            empty={(hasMore) =>
              texts.length > 0 || hasMore ? (
                <NoMatch what="flow" chips={texts} hasMore={hasMore} onClear={() => void navigate({ search: {} })} />
              ) : (
                <NoFlows />
              )
            }
          >
            {(flows) => <FlowTable flows={flows} onLabel={(label) => change(withFilter(search, 'label', label))} />}
          </PagedList>
        </div>
      </div>
    </Page>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches as you type. The address follows what is typed, and the field follows the address at all other times. */
function SearchField({ value, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  useSearchKey(field);
  useEffect(() => {
    // The address may be a letter behind.
    if (document.activeElement !== field.current) setTyped(value);
  }, [value]);
  return (
    <TextField
      label="Search flows by name, description, label or task"
      isLabelHidden
      type="search"
      placeholder={useKeyHint('Name, label, task …')}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(text);
      }}
      ref={field}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown') moveRowFocus(document.body, key);
      }}
    />
  );
}
