import { Button } from 'react-aria-components';
import type { ApiToken } from '../../api/token-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useNow } from '../../formats/use-now.ts';
import { isExpired } from './token-form.ts';

/** API tokens, newest first. */
export function TokenTable({
  tokens,
  onOpen,
}: {
  readonly tokens: readonly ApiToken[];
  readonly onOpen: (token: ApiToken) => void;
}) {
  const columns: readonly Column<ApiToken>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (token) => (
        <Button className="row-button" data-row-link="" onPress={() => onOpen(token)}>
          {token.name}
        </Button>
      ),
    },
    { id: 'rights', header: 'Rights', from: 600, cell: ({ rights }) => rights.join(', ') },
    {
      id: 'namespaces',
      header: 'Namespaces',
      from: 600,
      grows: true,
      cell: ({ namespaces }) => <span title={namespaces.join(', ')}>{namespaces.join(', ')}</span>,
    },
    { id: 'createdBy', header: 'Created by', from: 900, cell: ({ createdBy }) => createdBy },
    { id: 'expires', header: 'Expires', cell: (token) => <Expiry token={token} /> },
    {
      id: 'lastUsed',
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
