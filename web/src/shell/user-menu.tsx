import { useQuery } from '@tanstack/react-query';
import { CircleUserRound } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Dialog as AriaDialog, DialogTrigger, Popover } from 'react-aria-components';
import type { WhoAmI } from '../api/may.ts';
import { chosenName, currentTokenSession } from '../api/session.ts';
import { askToSignInAgain, isSessionEnded, onSessionChange } from '../api/sign-in-again.ts';
import { whoAmIQuery } from '../api/system-queries.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { showDialog } from './shown-dialog.ts';

/** Who the user is, how they signed in, and what they may do. */
export function UserMenu() {
  const { data } = useQuery(whoAmIQuery());
  const isEnded = useSyncExternalStore(onSessionChange, isSessionEnded);
  const session = currentTokenSession();
  if (data === undefined) return undefined;
  return (
    <DialogTrigger>
      <Button variant="quiet">
        <span className="user-button">
          <Icon of={CircleUserRound} />
          <span className="area-title cut">
            {isEnded ? 'Session ended' : (session?.userName ?? data.subject ?? 'Not signed in')}
          </span>
        </span>
      </Button>
      <Popover className="popover floating">
        <AriaDialog className="user-card stack gap-8 breaks" aria-label="Your account">
          <strong>{session?.userName ?? data.subject ?? 'Not signed in'}</strong>
          {session?.userName !== undefined && <span className="muted">{data.subject}</span>}
          <p className="muted">{originOf(data)}</p>
          <ul>
            {data.rights.map(({ namespaces, rights }) => (
              <li key={`${namespaces.join()} ${rights.join()}`}>
                {rights.join(', ')} {namespaces.includes('*') ? 'in all namespaces' : `in ${namespaces.join(', ')}`}
              </li>
            ))}
          </ul>
          {data.mayChooseName && (
            <Button slot="close" onPress={() => showDialog('name')}>
              {data.subject ? 'Change name' : 'Choose a name'}
            </Button>
          )}
          {isEnded && <Button onPress={signInAgain}>Sign in again</Button>}
          {session !== undefined && <Button onPress={() => void session.signOut()}>Sign out</Button>}
        </AriaDialog>
      </Popover>
    </DialogTrigger>
  );
}

function originOf({ identifiedBy, subject, reason }: WhoAmI): string {
  if (subject === undefined) return reason ?? 'Your identity is unknown.';
  if (subject === chosenName()) return 'You chose this name in this browser.';
  return identifiedBy === 'jwt' ? 'You signed in with OpenID Connect.' : 'The reverse proxy identified you.';
}

function signInAgain(): void {
  void askToSignInAgain({ reason: '', isChange: true });
}
