import type { ReactNode } from 'react';
import { unwrap } from '../api/api-problem.ts';
import { basePath } from '../api/base-path.ts';
import { api } from '../api/client.ts';
import { startTokenSession } from '../api/session.ts';
import { IssuerClient, type Attempt } from './issuer-client.ts';
import { OidcSession } from './oidc-session.ts';
import { giveRenewal, renewalIn } from './renewal-channel.ts';
import { returnTarget, signInPath } from './return-target.ts';
import { NotAcceptedError, signInFailure, UnknownAttemptError } from './sign-in-failure.ts';
import { FailedPage, LeavingPage, RenewedPage, SignedOutPage } from './sign-in-pages.tsx';
import type { SignInSettings } from './sign-in-settings.ts';
import { forgetSignedOut, signedOut } from './signed-out.ts';
import type { Tokens } from './tokens.ts';

/**
 * Signs the user in before the console is shown: leaves for the issuer, and back from there starts the session. Until
 * then it shows pages of its own.
 * @returns whether there is a session now, and the console can be shown
 */
export async function openSession(settings: SignInSettings, show: (page: ReactNode) => void): Promise<boolean> {
  const client = new IssuerClient(settings);
  const { host } = new URL(settings.issuer);
  const { href, search } = location;
  const isReturn = isAt(signInPath) && new URLSearchParams(search).has('state');
  // The code leaves the address before anything else happens.
  if (isReturn) history.replaceState(undefined, '', `${basePath}${signInPath}`);
  // A page from the history of the browser would show what its user saw before signing out.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  const renewal = isAt(signInPath) ? renewalIn(search) : undefined;
  const attempt: Attempt = { target: returnTarget(href, { origin: location.origin, basePath }), renewal };
  if (isReturn) return finish(href);
  const how = signedOut();
  if (how === undefined || renewal !== undefined) await leave(attempt);
  else show(<SignedOutPage issuer={host} how={how} onSignIn={() => void leave(attempt)} />);
  return false;

  async function leave(wanted: Attempt, prompt?: 'login'): Promise<void> {
    show(<LeavingPage issuer={host} />);
    forgetSignedOut();
    try {
      await client.leave(wanted, prompt);
    } catch (error) {
      fail(error, wanted);
    }
  }

  async function finish(url: string): Promise<boolean> {
    show(<LeavingPage issuer={host} />);
    const known = await client.attemptOf(url);
    try {
      if (known === undefined) throw new UnknownAttemptError();
      return await start(await client.finish(url), known);
    } catch (error) {
      fail(error, known ?? attempt);
      return false;
    }
  }

  async function start(tokens: Tokens, { target, renewal: waiting }: Attempt): Promise<boolean> {
    startTokenSession(new OidcSession(client, tokens));
    const { subject, reason = '' } = await unwrap(api.GET('/whoami'));
    if (subject === undefined) throw new NotAcceptedError(reason);
    if (waiting !== undefined && (await giveRenewal(waiting, { subject, tokens }))) {
      show(<RenewedPage />);
      window.close();
      return false;
    }
    history.replaceState(undefined, '', returnTarget(target, { origin: location.origin, basePath }));
    return true;
  }

  function fail(error: unknown, wanted: Attempt): void {
    const failure = window.isSecureContext ? signInFailure(error, host) : needsHttps;
    const isKnownUser = error instanceof NotAcceptedError;
    const retry = (prompt?: 'login') => void leave(wanted, prompt);
    show(
      <FailedPage
        failure={failure}
        onRetry={() => retry()}
        onOtherUser={isKnownUser ? () => retry('login') : undefined}
      />,
    );
  }
}

/** The cryptography of PKCE is available only in a secure context. */
const needsHttps = {
  title: 'Signing in needs HTTPS',
  detail: 'You can sign in only on pages loaded over HTTPS or from localhost. Open Flowgate at its https:// address.',
};

function isAt(path: string): boolean {
  return location.pathname === `${basePath}${path}`;
}
