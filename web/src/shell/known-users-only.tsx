import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { whoAmIQuery } from '../api/system-queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';

interface KnownUsersOnlyProps {
  readonly title: string;
  readonly what: string;
  readonly children: ReactNode;
}

/** A page that shows nothing to unknown users. @param what the start of a sentence, such as `The audit trail is` */
export function KnownUsersOnly({ title, what, children }: KnownUsersOnlyProps) {
  const query = useQuery(whoAmIQuery());
  const { data } = query;
  if (data?.subject !== undefined) return children;
  return (
    <Page title={title}>
      <QueryView query={query} what="your identity">
        {({ mayChooseName, reason = 'Flowgate could not identify you.' }) => (
          <EmptyState kind="no-right" title={`${what} available only to identified users`}>
            <p>{mayChooseName ? 'Choose a name in the user menu.' : reason}</p>
          </EmptyState>
        )}
      </QueryView>
    </Page>
  );
}
