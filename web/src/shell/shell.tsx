import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../components/toasts.tsx';
import { narrowScreen, useMedia } from '../components/use-media.ts';
import { AccessNotice } from './access-notice.tsx';
import { GatewayNotice } from './gateway-notice.tsx';
import { NarrowBar } from './narrow-bar.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { ShellDialogs } from './shell-dialogs.tsx';
import { Sidebar } from './sidebar.tsx';
import './shell.css';

/** The frame of every page. */
export function Shell() {
  const isNarrow = useMedia(narrowScreen);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div className="frame">
        {isNarrow ? <NarrowBar /> : <Sidebar />}
        <main id="content">
          <GatewayNotice />
          <AccessNotice />
          <Outlet />
        </main>
      </div>
      <ShellDialogs />
      <SessionDialog />
      <Toasts />
    </>
  );
}
