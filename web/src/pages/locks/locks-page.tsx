import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { get, readPages } from '../../api/read.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { HelpLink } from '../../components/help-link.tsx';
import { Page } from '../../components/page.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { executionPage } from '../../links.ts';
import { PagedList } from '../../lists/paged-list.tsx';

type Lock = Schema<'Lock'>;
type Holder = Schema<'LockExecution'>;

const route = getRouteApi('/ui/locks');
const refreshMilliseconds = 5_000;

const columns: readonly Column<Lock>[] = [
  { header: 'Lock', cell: ({ name }) => <code>{name}</code> },
  { header: 'Held', isNumber: true, cell: ({ held, permits }) => `${held} of ${permits}` },
  { header: 'Held by', from: 900, folds: true, cell: ({ holders }) => executions(holders) },
  { header: 'Held up', isNumber: true, cell: ({ heldUp }) => heldUp },
  { header: 'Next', from: 900, folds: true, cell: ({ queue }) => executions(queue) },
];

/** Who holds locks, and whom they hold up. */
export function LocksPage() {
  const { name } = route.useSearch();
  const query = useInfiniteQuery({
    ...readPages(['locks', name], (cursor, signal) => get('/locks', { query: { name, cursor } }, signal)),
    refetchInterval: refreshMilliseconds,
  });
  return (
    <Page title="Locks">
      {name !== undefined && (
        <p>
          Locks whose names contain <code>{name}</code>. <Link to="/ui/locks">Show all</Link>
        </p>
      )}
      <PagedList
        query={query}
        what="the locks"
        itemsOf={({ locks }) => locks}
        empty={() => (
          <EmptyState kind="none" title="No locks">
            <p>Locks that you may see appear here: those of your namespaces, and those that your executions hold.</p>
            <HelpLink page="how-to/share-resources-with-locks">Share a database or licences</HelpLink>
          </EmptyState>
        )}
      >
        {(locks) => <DataTable label="Locks" columns={columns} rows={locks} keyOf={(lock) => lock.name} />}
      </PagedList>
    </Page>
  );
}

/** Undefined without one. */
function executions(of: readonly Holder[]) {
  if (of.length === 0) return undefined;
  return (
    <ul className="stack gap-4 breaks">
      {of.map(({ id, namespace, flowId, number, permits, since }) => (
        <li key={id}>
          <Link {...executionPage(id)}>
            {namespace}/{flowId}
            {number !== undefined && ` #${number}`}
          </Link>{' '}
          <span className="muted small">
            {permits > 1 && `${permits} permits, `}
            <RelativeTime at={since} />
          </span>
        </li>
      ))}
    </ul>
  );
}
