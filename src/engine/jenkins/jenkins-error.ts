/**
 * Why Jenkins did not do what it was asked.
 *
 * | kind | what was seen |
 * |---|---|
 * | `unreachable` | no connection, or it broke before an answer began |
 * | `timeout` | no answer, or not the whole of it, within the time of the call |
 * | `starting` | 503: Jenkins starts or restarts, or a proxy has no Jenkins behind it |
 * | `unauthorised` | 401: user and token do not fit |
 * | `forbidden` | 403: the account lacks a permission |
 * | `not-found` | 404: the job, or something on the way to it, is not there |
 * | `rejected` | 400, 409 and other 4xx: Jenkins understood and will not; a disabled job is 409 |
 * | `failed` | 500 and other 5xx: Jenkins tripped over the request |
 * | `broken-reply` | the answer was cut, is too large, redirects elsewhere, or is no answer of a Jenkins |
 * | `cancelled` | the caller's signal |
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
  | 'cancelled';

/** Kinds that pass by themselves; permissions and tokens need a person, and so does a job that somebody removed. */
const passing: ReadonlySet<JenkinsErrorKind> = new Set([
  'unreachable',
  'timeout',
  'starting',
  'failed',
  'broken-reply',
]);

/**
 * A call that failed. The message is for people and for the record of an execution: it holds what was asked and
 * Jenkins' own reason, never credentials, values of parameters or bodies.
 */
export class JenkinsError extends Error {
  readonly kind: JenkinsErrorKind;
  /** Of the answer, where there was one. */
  readonly status: number | undefined;

  constructor(kind: JenkinsErrorKind, message: string, status?: number) {
    super(message);
    this.name = 'JenkinsError';
    this.kind = kind;
    this.status = status;
  }

  /** Whether the same call can succeed later without anybody changing anything. */
  get retryable(): boolean {
    return passing.has(this.kind);
  }
}

/** Undefined instead of the error `not-found`, where something that is not there is an answer. */
export function notFoundAsUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  return asUndefined('not-found', answer);
}

/** Undefined instead of the error `forbidden`, where it shows that a permission is missing. */
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
