import { Button } from 'react-aria-components';
import type { ApiToken } from '../../api/token-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { useNow } from '../../formats/use-now.ts';
import { isExpired } from './token-form.ts';

interface TokenTableProps {
  readonly tokens: readonly ApiToken[];
  readonly onOpen: (token: ApiToken) => void;
}

/** API tokens, newest first. */
export function TokenTable({ tokens, onOpen }: TokenTableProps) {
  const columns: readonly Column<ApiToken>[] = [
    {
      header: 'Name',
      cell: (token) => (
        <Button className="text-button" data-row-link="" onPress={() => onOpen(token)}>
          {token.name}
        </Button>
      ),
    },
    { header: 'Rights', from: 600, cell: ({ rights }) => rights.join(', ') },
    {
      header: 'Namespaces',
      from: 600,
      grows: true,
      cell: ({ namespaces }) => <span title={namespaces.join(', ')}>{namespaces.join(', ')}</span>,
    },
    { header: 'Created by', from: 900, cell: ({ createdBy }) => createdBy },
    { header: 'Expires', cell: (token) => <Expiry token={token} /> },
    {
      header: 'Last used',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? <span className="muted">never</span> : <RelativeTime at={lastUsedAt} />,
    },
  ];
  return <DataTable label="API tokens" columns={columns} rows={tokens} keyOf={({ id }) => id} />;
}

function Expiry({ token }: { readonly token: ApiToken }) {
  const now = useNow();
  const { expiresAt } = token;
  if (expiresAt === undefined) return <span className="muted">never</span>;
  return (
    <>
      {isExpired(token, now) && 'expired '}
      <RelativeTime at={expiresAt} />
    </>
  );
}
