import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../components/toasts.tsx';
import { NameDialog } from './name-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

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
      <NameDialog />
      <Toasts />
    </>
  );
}
