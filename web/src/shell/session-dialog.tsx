import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { apiUrl } from '../api/base-path.ts';
import { currentTokenSession } from '../api/session.ts';
import { answerSignInAgain, endedSession, onSessionChange, type EndedSession } from '../api/sign-in-again.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { awaitRenewal, newRenewal, type Renewed } from '../sign-in/renewal-channel.ts';
import { signInPath } from '../sign-in/return-target.ts';

/** Asks the user to sign in again when the session has ended, without leaving the page and what is typed there. */
export function SessionDialog() {
  const ended = useSyncExternalStore(onSessionChange, endedSession);
  return ended === undefined ? undefined : <SignInAgain ended={ended} />;
}

function SignInAgain({ ended: { subject, reason } }: { readonly ended: EndedSession }) {
  const client = useQueryClient();
  const [renewal] = useState(newRenewal);
  const [isWindowOpen, setWindowOpen] = useState(false);
  const [otherUser, setOtherUser] = useState<string>();
  useEffect(
    () =>
      awaitRenewal(renewal.name, (renewed) => {
        if (!belongsHere(renewed, subject)) {
          setOtherUser(renewed.subject);
          setWindowOpen(false);
          return;
        }
        answerSignInAgain(true);
        void client.invalidateQueries();
      }),
    [client, renewal, subject],
  );
  const url = `${apiUrl(signInPath)}${renewal.search}`;
  const signIn = () => {
    setOtherUser(undefined);
    setWindowOpen(true);
    window.open(url, '_blank', 'popup,noopener,width=520,height=720');
  };
  return (
    <Dialog
      title="Your session has ended"
      isOpen
      actions={
        <>
          <Button onPress={() => answerSignInAgain(false)}>Not now</Button>
          {otherUser !== undefined && <Button onPress={() => location.reload()}>Start over</Button>}
          <Button variant="primary" onPress={signIn}>
            {isWindowOpen ? 'Open the window again' : 'Sign in again'}
          </Button>
        </>
      }
    >
      {otherUser !== undefined ? (
        <p role="alert">
          You have signed in as <strong>{otherUser}</strong>, but this page belongs to <strong>{subject}</strong>. Sign
          in as that user, or start over and lose what you typed.
        </p>
      ) : isWindowOpen ? (
        <p role="status">
          Sign in using the window that opened. If you do not see it,{' '}
          <a href={url} target="_blank" rel="noopener noreferrer">
            open it in a tab
          </a>
          .
        </p>
      ) : (
        <p>Sign in again in a new window. This page stays as it is and continues where it left off.</p>
      )}
      {reason !== '' && <p className="muted">{reason}</p>}
    </Dialog>
  );
}

/** Takes over the new session, if it is of the user of this page. */
function belongsHere({ subject, tokens }: Renewed, expected: string): boolean {
  const session = currentTokenSession();
  if (subject !== expected) return false;
  return session === undefined || (tokens !== undefined && session.replace(tokens));
}
