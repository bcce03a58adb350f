import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Toasts } from '../components/toasts.tsx';
import { AccessNotice } from './access-notice.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

const NameDialog = lazy(async () => ({ default: (await import('./name-dialog.tsx')).NameDialog }));
// Loaded before it is needed: a proxy whose session has ended serves nothing.
const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }));

/** What is around every page. */
export function Shell() {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <TopBar />
      <main id="content">
        <AccessNotice />
        <Outlet />
      </main>
      <Suspense>
        <NameDialog />
        <SessionDialog />
      </Suspense>
      <Toasts />
    </>
  );
}
