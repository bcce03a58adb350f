import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { flowListQuery } from '../../api/flow-queries.ts';
import { useMay, useMaySomewhere } from '../../api/use-may.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterChips, type FilterChip } from '../../components/filter-chips.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { moveRowFocus } from '../../components/row-focus.ts';
import { TextField } from '../../components/text-field.tsx';
import type { FlowsSearch } from '../../routes.tsx';
import { useSearchKey } from '../../shell/use-search-key.ts';
import { ExampleGallery } from './example-gallery.tsx';
import { FlowTable } from './flow-table.tsx';

const route = getRouteApi('/ui/flows');

export function FlowsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const mayWriteSomewhere = useMaySomewhere()('write');
  const query = useInfiniteQuery(flowListQuery(search));
  const change = (changed: FlowsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
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
      <div className="page-filters">
        <PrefixField value={search.q ?? ''} onChange={(q) => change({ q: q === '' ? undefined : q })} />
        <FilterChips chips={chipsOf(search, change)} />
      </div>
      <QueryView query={query} what="the flows">
        {({ pages }) => {
          const flows = pages.flatMap((page) => page.flows);
          if (flows.length > 0) return <FlowTable flows={flows} />;
          if (isFiltered)
            return (
              <EmptyState kind="no-match" title="No flow matches the filters">
                <Button onPress={() => void navigate({ search: {} })}>Clear the filters</Button>
              </EmptyState>
            );
          if (may('write', 'examples'))
            return (
              <EmptyState kind="none" title="No flows yet">
                <p>
                  Store an example to see how a flow looks and runs, or push your own: <code>npx flowgate push</code>
                </p>
                <ExampleGallery />
              </EmptyState>
            );
          return may('read', '*') ? (
            <EmptyState kind="none" title="No flows yet">
              <p>Flows appear here as soon as someone stores one.</p>
            </EmptyState>
          ) : (
            <EmptyState kind="no-right" title="No flows that you may read">
              <p>Flows appear here when someone stores one in a namespace where you have the right read.</p>
            </EmptyState>
          );
        }}
      </QueryView>
      <LoadMore query={query} />
    </Page>
  );
}

/** Searches as one types. The address follows what is typed, and the field follows the address at all other times. */
function PrefixField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  useSearchKey(field);
  useEffect(() => {
    // The address may be a letter behind.
    if (document.activeElement !== field.current) setTyped(value);
  }, [value]);
  return (
    <TextField
      label="Search for flows by the start of an id or namespace"
      isLabelHidden
      type="search"
      placeholder="Start of an id or namespace ( / )"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(text);
      }}
      inputRef={field}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown') moveRowFocus(document.body, key);
      }}
    />
  );
}

function chipsOf(
  { namespace, label = [] }: FlowsSearch,
  change: (changed: FlowsSearch) => void,
): readonly FilterChip[] {
  return [
    ...(namespace === undefined
      ? []
      : [{ id: 'namespace', text: `namespace is ${namespace}`, onRemove: () => change({ namespace: undefined }) }]),
    ...label.map((each) => ({
      id: `label ${each}`,
      text: `label is ${each}`,
      onRemove: () => change({ label: label.filter((other) => other !== each) }),
    })),
  ];
}
