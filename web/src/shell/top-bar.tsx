import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { apiUrl } from '../api/base-path.ts';

// The first page does not wait for what opens on request.
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }));
const ThemeMenu = lazy(async () => ({ default: (await import('./theme-menu.tsx')).ThemeMenu }));
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

const areas = [
  { to: '/ui/flows', title: 'Flows' },
  { to: '/ui/executions', title: 'Executions' },
  { to: '/ui/tokens', title: 'Tokens' },
  { to: '/ui/audit', title: 'Audit' },
  { to: '/ui/system', title: 'System' },
] as const;

export function TopBar() {
  return (
    <header className="top-bar">
      <Link to="/ui/flows" className="brand">
        Flowgate
      </Link>
      <nav aria-label="Areas">
        {areas.map(({ to, title }) => (
          <Link key={to} to={to} className="area" activeOptions={{ includeSearch: false }}>
            {title}
          </Link>
        ))}
        {/* Pages of the gateway, not of the console. */}
        <a href={apiUrl('/help/')} className="area">
          Help
        </a>
      </nav>
      <div className="top-bar-menus">
        <Suspense>
          <KeysHelp />
          <ThemeMenu />
          <UserMenu />
        </Suspense>
      </div>
    </header>
  );
}
