import { useQuery } from '@tanstack/react-query';
import { whoAmIQuery } from '../api/system-queries.ts';
import { Callout } from '../components/callout.tsx';

/** Explains to users without rights why they see nothing, and what to do. */
export function AccessNotice() {
  const { data } = useQuery(whoAmIQuery());
  if (data === undefined || data.rights.length > 0 || data.mayChooseName) return undefined;
  const { subject, identifiedBy, reason } = data;
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
