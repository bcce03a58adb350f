import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tokensQuery, type ApiToken, type MadeToken } from '../../api/token-queries.ts';
import { Button } from '../../components/button.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { useNow } from '../../formats/use-now.ts';
import { KnownUsersOnly } from '../../shell/known-users-only.tsx';
import { CreateToken, MadeTokenDialog } from './create-token.tsx';
import { TokenDetails } from './token-details.tsx';
import { isExpired, usersOf } from './token-form.ts';

export function TokensPage() {
  return (
    <KnownUsersOnly title="Tokens" what="API tokens are">
      <Tokens />
    </KnownUsersOnly>
  );
}

function Tokens() {
  const query = useQuery(tokensQuery());
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeToken>();
  const [opened, setOpened] = useState<ApiToken>();
  const createButton = (
    <Button variant="primary" onPress={() => setCreating(true)}>
      Create a token
    </Button>
  );
  const isEmpty = query.data?.tokens.length === 0;
  return (
    <Page title="Tokens" actions={isEmpty ? undefined : createButton}>
      <p className="muted">
        Programs, such as CI jobs, and agents authenticate with API tokens. You see your own, and those limited to
        namespaces you can write to.
      </p>
      <QueryView query={query} what="the tokens">
        {({ tokens }) =>
          tokens.length > 0 ? (
            <TokenTable tokens={tokens} onOpen={setOpened} />
          ) : (
            <EmptyState kind="none" title="No tokens yet">
              <p>A token is limited to the namespaces and rights that you choose, and can be revoked at any time.</p>
              {createButton}
            </EmptyState>
          )
        }
      </QueryView>
      {isCreating && (
        <CreateToken
          onClose={() => setCreating(false)}
          onMade={(token) => {
            setCreating(false);
            setMade(token);
          }}
        />
      )}
      {made !== undefined && <MadeTokenDialog made={made} onDone={() => setMade(undefined)} />}
      {opened !== undefined && <TokenDetails token={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

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
        <button type="button" className="text-button" data-row-link onClick={() => onOpen(token)}>
          {token.name}
        </button>
      ),
    },
    { header: 'Used by', from: 600, cell: usersOf },
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
