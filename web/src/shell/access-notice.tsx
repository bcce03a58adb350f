import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whoAmIQuery } from '../api/system-queries.ts';
import { Button } from '../components/button.tsx';
import { Callout } from '../components/callout.tsx';
import { showDialog } from './shown-dialog.ts';

/** Explains to users without rights why they see nothing, and what to do. */
export function AccessNotice() {
  const { data } = useQuery(whoAmIQuery());
  const isNameless = data?.subject === undefined && data?.mayChooseName === true;
  const isLockedOut = isNameless && data.rights.length === 0;
  useEffect(() => {
    if (isLockedOut) showDialog('name');
  }, [isLockedOut]);
  if (data === undefined) return undefined;
  const { subject, identifiedBy, reason, rights } = data;
  if (isNameless)
    return (
      <Notice title="You have no name yet">
        {isLockedOut ? 'You can see nothing without a name.' : 'You can change and run nothing without a name.'}{' '}
        <Button onPress={() => showDialog('name')}>Choose a name</Button>
      </Notice>
    );
  if (rights.length > 0) return undefined;
  if (subject !== undefined)
    return (
      <Notice title="You have no rights yet">
        No grant in the policy matches {subject} or any of your groups. Ask an administrator for rights in a namespace.
      </Notice>
    );
  if (identifiedBy === 'jwt')
    return (
      <Notice title="Sign-in is not set up">
        This gateway accepts only bearer tokens, and the console has no client ID to request one with. Ask an
        administrator to set FLOWGATE_CONSOLE_OIDC_CLIENT_ID. The command line and the API work without it.
      </Notice>
    );
  return <Notice title="You are not signed in">{reason}</Notice>;
}

function Notice({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="access-notice">
      <Callout tone="warning" title={title}>
        {children}
      </Callout>
    </div>
  );
}
