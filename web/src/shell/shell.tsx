import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../components/toasts.tsx';
import { AccessNotice } from './access-notice.tsx';
import { NameDialog } from './name-dialog.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

/** The frame of every page. */
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
      <NameDialog />
      <SessionDialog />
      <Toasts />
    </>
  );
}
