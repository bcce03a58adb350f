import { useQuery } from '@tanstack/react-query';
import { whoAmIQuery } from '../api/system-queries.ts';
import { Callout } from '../components/callout.tsx';

/** Tells a user who can see nothing why, and what to do. */
export function AccessNotice() {
  const { data } = useQuery(whoAmIQuery());
  if (data === undefined || data.rights.length > 0 || data.mayChooseName) return undefined;
  const { subject, identifiedBy, reason } = data;
  if (subject !== undefined)
    return (
      <Notice title="You have no rights yet">
        No grant of the policy names {subject} or one of your groups. Ask your administrators for rights in a namespace.
      </Notice>
    );
  if (identifiedBy === 'jwt')
    return (
      <Notice title="Nobody can sign in here">
        This gateway accepts only bearer tokens, and has no client id with which this page could get one. Administrators
        set FLOWGATE_CONSOLE_OIDC_CLIENT_ID; the command line and the API work without it.
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
