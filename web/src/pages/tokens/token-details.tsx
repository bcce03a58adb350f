import { useState } from 'react';
import { queryKeys } from '../../api/read.ts';
import { revokeToken, type ApiToken } from '../../api/token-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/page.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { usersOf } from './token-form.ts';

/** Everything about a token, and a button that revokes it after confirmation. */
export function TokenDetails({ token, onClose }: { readonly token: ApiToken; readonly onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { id, name } = token;
  const revoke = useAction({
    run: () => revokeToken(id),
    invalidates: [queryKeys.tokens],
    done: () => `Revoked token ${name}`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={isAsking ? `Revoke token ${name}?` : `Token ${name}`}
      isOpen
      onClose={onClose}
      actions={
        isAsking ? (
          <>
            <Button onPress={() => setAsking(false)}>Cancel</Button>
            <Button variant="danger" isBusy={revoke.isBusy} onPress={() => revoke.start()}>
              Revoke token
            </Button>
          </>
        ) : (
          <>
            <Button variant="danger" onPress={() => setAsking(true)}>
              Revoke
            </Button>
            <Button onPress={onClose}>Close</Button>
          </>
        )
      }
    >
      {isAsking ? (
        <p>Requests with it will be rejected. You cannot undo this. Everything it created is kept.</p>
      ) : (
        <TokenFacts token={token} />
      )}
      <ErrorBox what="Could not revoke the token" problem={revoke.problem} />
    </Dialog>
  );
}

function TokenFacts({ token }: { readonly token: ApiToken }) {
  const { id, rights, namespaces, createdBy, createdAt, expiresAt, lastUsedAt } = token;
  return (
    <Facts
      items={[
        ['Rights', rights.join(', ')],
        ['Used by', usersOf(token)],
        ['Namespaces', namespaces.join(', ')],
        ['Created by', createdBy],
        ['Created', <RelativeTime key="created" at={createdAt} />],
        ['Expires', expiresAt === undefined ? 'never' : <RelativeTime key="expires" at={expiresAt} />],
        ['Last used', lastUsedAt === undefined ? 'never' : <RelativeTime key="used" at={lastUsedAt} />],
        ['ID', <code key="id">{id}</code>],
      ]}
    />
  );
}
