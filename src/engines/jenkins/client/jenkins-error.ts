/**
 * Why Jenkins did not do what was requested.
 *
 * | kind | meaning |
 * |---|---|
 * | `unreachable` | no connection, or it was lost before a reply began |
 * | `timeout` | no reply, or only part of it, within the time limit of the call |
 * | `starting` | 503: Jenkins is starting or restarting, or a proxy cannot reach it |
 * | `unauthorised` | 401: user or token is wrong |
 * | `forbidden` | 403: the account lacks a permission |
 * | `not-found` | 404: the job, or something in its path, was not found |
 * | `rejected` | 400, 409 and other 4xx: Jenkins rejected the request; a disabled job is 409 |
 * | `failed` | 500 and other 5xx: Jenkins failed to process the request |
 * | `broken-reply` | the reply was cut off, is too large, redirects elsewhere, or does not come from Jenkins |
 * | `cancelled` | the caller cancelled the call |
 * | `other-controller` | the server is not the one that the controller was, or is that of another one |
 */
export type JenkinsErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'starting'
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  | 'rejected'
  | 'failed'
  | 'broken-reply'
  | 'cancelled'
  | 'other-controller';

/** Kinds that resolve by themselves, or for which executions wait; a missing permission, token or job needs a person. */
const passing: ReadonlySet<JenkinsErrorKind> = new Set([
  'unreachable',
  'timeout',
  'starting',
  'failed',
  'broken-reply',
  'other-controller',
]);

/**
 * A failed call. The message is for users and for the record of an execution: it contains the request and Jenkins' own
 * reason, never credentials, parameter values or bodies.
 */
export class JenkinsError extends Error {
  readonly kind: JenkinsErrorKind;
  /** The HTTP status, if there was a reply. */
  readonly status: number | undefined;

  constructor(kind: JenkinsErrorKind, message: string, status?: number) {
    super(message);
    this.name = 'JenkinsError';
    this.kind = kind;
    this.status = status;
  }

  /** Whether the same call can succeed later without anyone changing anything. */
  get retryable(): boolean {
    return passing.has(this.kind);
  }
}

/** Turns the error `not-found` into undefined, if absence is a valid answer. */
export function notFoundAsUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  return asUndefined('not-found', answer);
}

/** Turns the error `forbidden` into undefined, if it shows that a permission is missing. */
export function forbiddenAsUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  return asUndefined('forbidden', answer);
}

async function asUndefined<T>(kind: JenkinsError['kind'], answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof JenkinsError && error.kind === kind) return undefined;
    throw error;
  }
}
