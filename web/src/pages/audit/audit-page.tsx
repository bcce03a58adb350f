import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { allAuditEntries, auditQuery, type AuditEntry, type AuditFilter } from '../../api/system-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { EmptyState, NoMatch, type NoMatchProps } from '../../components/empty-state.tsx';
import { FilterChips } from '../../components/filter-chips.tsx';
import { Page } from '../../components/page.tsx';
import { saveText } from '../../components/save-file.ts';
import { AddFilter } from '../../lists/add-filter.tsx';
import { chipsOf, withFilter } from '../../lists/list-filters.ts';
import { PagedList } from '../../lists/paged-list.tsx';
import { TimeRangeFilter } from '../../lists/time-range-filter.tsx';
import { timeText } from '../../lists/time-range.ts';
import { KnownUsersOnly } from '../../shell/known-users-only.tsx';
import { auditFilterKinds, defaultRange, type AuditSearch } from './audit-filters.ts';
import { AuditTable } from './audit-table.tsx';
import { EntryDialog } from './entry-dialog.tsx';

const route = getRouteApi('/ui/audit');

export function AuditPage() {
  return (
    <KnownUsersOnly title="Audit" what="The audit trail is">
      <Trail />
    </KnownUsersOnly>
  );
}

function Trail() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState<AuditEntry>();
  const { namespace, flow, actor, action, outcome, range, from, to } = search;
  const hasTimes = from !== undefined || to !== undefined;
  const time = { range: range ?? (hasTimes ? undefined : defaultRange), from, to };
  const filter = { namespace, flow_id: flow, actor, action, outcome, time };
  const query = useInfiniteQuery(auditQuery(filter));
  const change = (changed: AuditSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const chips = chipsOf(search, auditFilterKinds, change);
  const add = (kind: string, value: string) => change(withFilter(search, kind, value));
  const clear = () => void navigate({ search: { range: 'all' } });
  return (
    <Page title="Audit" actions={<ExportButton filter={filter} />}>
      <div className="page-filters row">
        <TimeRangeFilter value={{ range, from, to }} fallback={defaultRange} onChange={change} />
        <AddFilter kinds={auditFilterKinds} onAdd={add} hasKey />
        <FilterChips chips={chips} />
      </div>
      <PagedList
        query={query}
        what="the audit trail"
        itemsOf={({ entries }) => entries}
        empty={(hasMore) => <NoEntries chips={chips} time={timeText(time)} hasMore={hasMore} onClear={clear} />}
      >
        {(entries) => <AuditTable entries={entries} onOpen={setOpened} onFilter={add} />}
      </PagedList>
      {opened !== undefined && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

interface NoEntriesProps extends Pick<NoMatchProps, 'chips' | 'hasMore' | 'onClear'> {
  /** The range of time in words. */
  readonly time: string | undefined;
}

function NoEntries({ chips, time, hasMore, onClear }: NoEntriesProps) {
  if (chips.length === 0 && time !== undefined && !hasMore)
    return (
      <EmptyState kind="no-match" title={`No entries in this time: ${time}`}>
        <Button onPress={onClear}>Show any time</Button>
      </EmptyState>
    );
  const texts = [...chips, ...(time === undefined ? [] : [{ id: 'time', text: time }])];
  return texts.length > 0 || hasMore ? (
    <NoMatch what="entry" chips={texts} hasMore={hasMore} onClear={onClear} />
  ) : (
    <EmptyState kind="none" title="No changes yet">
      <p>Changes, attempted changes and denied requests appear here.</p>
    </EmptyState>
  );
}

const maxEntries = 10_000;

/** Saves the entries that match, one JSON object per line. */
export function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const save = useAction({
    run: async () => {
      const entries = await allAuditEntries(filter, maxEntries);
      saveText('flowgate-audit.ndjson', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      return entries.length;
    },
    done: (count) =>
      count === maxEntries
        ? `Saved the latest ${count} entries; choose a shorter time range for the rest`
        : `Saved ${count} entries`,
  });
  return (
    <>
      <Button isBusy={save.isBusy} onPress={() => save.start()}>
        Export as NDJSON
      </Button>
      <ErrorBox what="Could not export the entries" problem={save.problem} />
    </>
  );
}
