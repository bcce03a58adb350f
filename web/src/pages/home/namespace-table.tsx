import { Link } from '@tanstack/react-router';
import type { Home } from '../../api/home-query.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';

type NamespaceRow = Home['namespaces'][number];

const columns: readonly Column<NamespaceRow>[] = [
  {
    header: 'Namespace',
    cell: ({ namespace }) => (
      <Link to="/ui/home" search={{ namespace }} data-row-link>
        {namespace}
      </Link>
    ),
  },
  { header: 'Failed', isNumber: true, cell: ({ failed }) => failed },
  { header: 'Running', isNumber: true, cell: ({ running }) => running },
  { header: 'Flows', isNumber: true, cell: ({ flows }) => flows },
];

/** The namespaces, each with its numbers; one leads to its own overview. */
export function NamespaceTable({ namespaces }: { readonly namespaces: readonly NamespaceRow[] }) {
  return <DataTable label="Namespaces" columns={columns} rows={namespaces} keyOf={({ namespace }) => namespace} />;
}
