import { Link } from '@tanstack/react-router';
import { BookOpen, Braces, History, House, Inbox, KeyRound, Lock, ScrollText, Server, Workflow } from 'lucide-react';
import { apiUrl } from '../api/base-path.ts';
import { useApprovals } from '../api/use-approvals.ts';
import { Icon } from '../components/icon.tsx';

/** The pages that the navigation and the search lead to. */
export const areas = [
  { to: '/ui/home', title: 'Home', icon: House },
  { to: '/ui/flows', title: 'Flows', icon: Workflow },
  { to: '/ui/executions', title: 'Executions', icon: History },
  { to: '/ui/approvals', title: 'Waiting for you', icon: Inbox },
  { to: '/ui/locks', title: 'Locks', icon: Lock },
  { to: '/ui/tokens', title: 'Tokens', icon: KeyRound },
  { to: '/ui/audit', title: 'Audit', icon: ScrollText },
  { to: '/ui/system', title: 'System', icon: Server },
] as const;

/** Pages of the gateway, not of the console. */
export const gatewayPages = [
  { href: apiUrl('/help/'), title: 'Help', icon: BookOpen },
  { href: apiUrl('/docs'), title: 'API', icon: Braces },
] as const;

/** Links to all areas. @param onFollow called when one is followed */
export function Areas({ onFollow }: { readonly onFollow?: () => void }) {
  return (
    <nav aria-label="Areas" className="areas">
      {areas.map(({ to, title, icon }) => (
        <Link
          key={to}
          to={to}
          className="area"
          title={title}
          activeOptions={{ includeSearch: false }}
          onClick={onFollow}
        >
          <Icon of={icon} />
          <span className="area-title">{title}</span>
          {to === '/ui/approvals' && <ApprovalCount />}
        </Link>
      ))}
      <span className="areas-gap" />
      {gatewayPages.map(({ href, title, icon }) => (
        <a key={href} href={href} className="area" title={title}>
          <Icon of={icon} />
          <span className="area-title">{title}</span>
        </a>
      ))}
    </nav>
  );
}

/** How many approvals the user may decide; nothing for none. */
function ApprovalCount() {
  const { query, waiting = [] } = useApprovals();
  const count = waiting.length;
  if (count === 0) return undefined;
  return (
    <>
      {' '}
      <span className="count chip digits">{query.hasNextPage ? `${count}+` : count}</span>
    </>
  );
}
