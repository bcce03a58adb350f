import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { CopyableId } from '../components/copy-button.tsx';
import type { SignInFailure } from './sign-in-failure.ts';
import type { SignedOut } from './signed-out.ts';
import './sign-in-pages.css';

/** The frame of the pages that are shown instead of the console while there is no session. */
function SignInFrame({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Flowgate`;
    heading.current?.focus();
  }, [title]);
  return (
    <main className="sign-in">
      <div className="sign-in-panel stack framed breaks">
        <p className="brand">Flowgate</p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}

/** Shown briefly while the issuer is contacted. */
export function LeavingPage({ issuer }: { readonly issuer: string }) {
  return (
    <SignInFrame title="Signing in">
      <p className="muted" role="status">
        Contacting {issuer} …
      </p>
    </SignInFrame>
  );
}

export function SignedOutPage(props: {
  readonly issuer: string;
  readonly how: SignedOut;
  readonly onSignIn: () => void;
}) {
  const { issuer, how, onSignIn } = props;
  return (
    <SignInFrame title="You are signed out">
      {how === 'here' && (
        <p>You may still be signed in at {issuer}. If others use this browser, sign out there as well.</p>
      )}
      <div className="row at-end">
        <Button variant="primary" onPress={onSignIn}>
          Sign in
        </Button>
      </div>
    </SignInFrame>
  );
}

export function FailedPage(props: {
  readonly failure: SignInFailure;
  readonly onRetry: () => void;
  /** Offered if the gateway rejects the user of the issuer. */
  readonly onOtherUser?: () => void;
}) {
  const { failure, onRetry, onOtherUser } = props;
  return (
    <SignInFrame title={failure.title}>
      <p role="alert">{failure.detail}</p>
      {failure.requestId !== undefined && (
        <p className="muted">
          Request <CopyableId id={failure.requestId} what="request id" />
        </p>
      )}
      <div className="row at-end">
        {onOtherUser !== undefined && <Button onPress={onOtherUser}>Use another account</Button>}
        <Button variant="primary" onPress={onRetry}>
          Try again
        </Button>
      </div>
    </SignInFrame>
  );
}

/** The window that has signed in for another page, which continues; it closes if the browser allows that. */
export function RenewedPage() {
  return (
    <SignInFrame title="You are signed in again">
      <p>Close this window and continue where you were.</p>
    </SignInFrame>
  );
}
