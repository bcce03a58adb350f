import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts';
import { ApiProblem } from '../api/api-problem.ts';
import { IssuerError } from './check-issuer.ts';

/** Why signing in failed, and what to do. */
export interface SignInFailure {
  readonly title: string;
  readonly detail: string;
  /** The id of the request in the gateway's log. */
  readonly requestId?: string;
}

/** Thrown when the gateway does not accept the user whom the issuer has signed in. */
export class NotAcceptedError extends Error {
  override readonly name = 'NotAcceptedError';
}

/** Describes what went wrong. @param issuer its host */
export function signInFailure(error: unknown, issuer: string): SignInFailure {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof NotAcceptedError) return { title: 'Flowgate rejected your sign-in', detail };
  if (error instanceof ApiProblem) return { title: error.title, detail, requestId: error.requestId };
  if (error instanceof IssuerError) return { title: 'Unexpected response', detail };
  if (error instanceof ErrorResponse) return { title: `${issuer} did not sign you in`, detail: errorText(error) };
  // `fetch` does not distinguish a closed port from a missing CORS header.
  if (error instanceof TypeError || error instanceof ErrorTimeout)
    return {
      title: `${issuer} cannot be reached`,
      detail: `It may be down, or it may not allow requests from this page's origin (${location.origin}). Try again in a moment.`,
    };
  if (error instanceof UnknownAttemptError) return { title: 'This sign-in is no longer valid', detail };
  return { title: 'Signing in failed', detail };
}

/** Thrown for a response that this tab did not request: an old one, one for another tab, or a forged one. */
export class UnknownAttemptError extends Error {
  override readonly name = 'UnknownAttemptError';

  constructor() {
    super('It was already used, or it was started in another tab or browser.');
  }
}

function errorText({ error, error_description: description }: ErrorResponse): string {
  const text = description ?? '';
  return text === '' ? `It responded with ${error}.` : `${text} (${error})`;
}
