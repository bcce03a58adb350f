import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '../../../../src/contract/operation-types.ts';
import { auditQuery } from '../../api/system-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';

type Entry = Schema<'AuditEntry'>;

const route = getRouteApi('/ui/audit');
const columns: readonly Column<Entry>[] = [
  { id: 'action', header: 'Action', cell: ({ action }) => action },
  { id: 'actor', header: 'Who', cell: ({ actor }) => actor },
  { id: 'at', header: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
  { id: 'outcome', header: 'Outcome', from: 600, cell: ({ outcome }) => outcome },
  { id: 'code', header: 'Code', from: 900, cell: ({ code }) => code },
  {
    id: 'what',
    header: 'What',
    from: 600,
    grows: true,
    cell: ({ namespace, flowId }) => [namespace, flowId].filter(Boolean).join('/'),
  },
];

export function AuditPage() {
  const query = useInfiniteQuery(auditQuery(route.useSearch()));
  return (
    <Page title="Audit">
      <QueryView query={query} what="the audit trail">
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <EmptyState kind="none" title="No entries" />
          ) : (
            <DataTable label="Audit entries" columns={columns} rows={entries} keyOf={({ id }) => id} />
          );
        }}
      </QueryView>
      <LoadMore query={query} />
    </Page>
  );
}
