/** A session that has ended while the user was working. Only the user can renew it. */
export interface EndedSession {
  /** Who the user was. */
  readonly subject: string;
  /** Why the gateway no longer accepts the session. */
  readonly reason: string;
}

/** A request that the gateway rejected because the session has ended. */
export interface RejectedRequest {
  readonly reason: string;
  /** Whether the user caused it, rather than a page that refreshes itself. */
  readonly isChange: boolean;
}

let subject: string | undefined;
let ended: EndedSession | undefined;
/** The requests that wait for the answer of the user. */
const waiting: ((isSignedIn: boolean) => void)[] = [];
/** Requests of a page that refreshes itself must not ask again and again. */
let isDeclined = false;
const listeners = new Set<() => void>();

/** Remembers who uses this page: only a user who was signed in can be asked to sign in again. */
export function noteSubject(known: string): void {
  subject = known;
}

/** Whether this page has had a user. */
export function wasKnown(): boolean {
  return subject !== undefined;
}

/** Whether the user chose to leave the session ended. */
export function isSessionEnded(): boolean {
  return isDeclined;
}

/**
 * Asks the user to sign in again, once for all requests that wait for it.
 * @returns whether the user has done so, and the request can be repeated
 */
export function askToSignInAgain({ reason, isChange }: RejectedRequest): Promise<boolean> {
  if (subject === undefined || (isDeclined && !isChange)) return Promise.resolve(false);
  if (ended === undefined) {
    ended = { subject, reason };
    notify();
  }
  return new Promise((resolve) => waiting.push(resolve));
}

/** The ended session that the user is asked to renew, or undefined. The object changes only with the question. */
export function endedSession(): EndedSession | undefined {
  return ended;
}

export function answerSignInAgain(isSignedIn: boolean): void {
  isDeclined = !isSignedIn;
  ended = undefined;
  for (const answer of waiting.splice(0)) answer(isSignedIn);
  notify();
}

/** Subscribes, for `useSyncExternalStore`. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
