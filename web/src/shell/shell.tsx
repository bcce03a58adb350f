import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Toasts } from '../components/toasts.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

const NameDialog = lazy(async () => ({ default: (await import('./name-dialog.tsx')).NameDialog }));

/** What is around every page. */
export function Shell() {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <TopBar />
      <main id="content">
        <Outlet />
      </main>
      <Suspense>
        <NameDialog />
      </Suspense>
      <Toasts />
    </>
  );
}
