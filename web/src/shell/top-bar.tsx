import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiUrl } from '../api/base-path.ts';
import { hasApproved, myApprovalsQuery } from '../api/execution-queries.ts';
import { useSubject } from '../api/use-may.ts';
import { KeysHelp } from './keys-help.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

const areas = [
  { to: '/ui/flows', title: 'Flows' },
  { to: '/ui/executions', title: 'Executions' },
  { to: '/ui/approvals', title: 'Waiting for you' },
  { to: '/ui/tokens', title: 'Tokens' },
  { to: '/ui/audit', title: 'Audit' },
  { to: '/ui/system', title: 'System' },
] as const;

export function TopBar() {
  return (
    <header className="top-bar underlined">
      <Link to="/ui/flows" className="brand">
        Flowgate
      </Link>
      <nav aria-label="Areas">
        {areas.map(({ to, title }) => (
          <Link key={to} to={to} className="tab" activeOptions={{ includeSearch: false }}>
            {title}
            {to === '/ui/approvals' && <ApprovalCount />}
          </Link>
        ))}
        {/* Pages of the gateway, not of the console. */}
        <a href={apiUrl('/help/')} className="tab">
          Help
        </a>
      </nav>
      <div className="top-bar-menus">
        <KeysHelp />
        <ThemeMenu />
        <UserMenu />
      </div>
    </header>
  );
}

/** How many approvals the user may decide; nothing for none. */
function ApprovalCount() {
  const subject = useSubject();
  const { data, hasNextPage } = useInfiniteQuery({ ...myApprovalsQuery(), enabled: subject !== undefined });
  const listed = data?.pages.flatMap(({ executions }) => executions) ?? [];
  const count = listed.filter((execution) => !hasApproved(execution, subject)).length;
  if (count === 0) return undefined;
  return (
    <>
      {' '}
      <span className="count chip digits">{hasNextPage ? `${count}+` : count}</span>
    </>
  );
}
