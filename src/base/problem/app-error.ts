import type { JsonObject } from '../text/json-value.ts';

/**
 * Why a request cannot be served. The codes are closed; `src/faces/http/response/error-statuses.ts` gives each its HTTP status
 * and title. Problems of a document are not errors: they are collected as `Problem`, and `members` carries them.
 */
export type AppErrorCode =
  | 'invalid-request'
  | 'malformed-body'
  | 'empty-body'
  | 'invalid-identity'
  | 'unauthenticated'
  | 'identity-unavailable'
  | 'forbidden'
  | 'not-allowed-for-agents'
  | 'host-not-allowed'
  | 'cross-site-request'
  | 'route-not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'unsupported-media-type'
  | 'body-too-large'
  | 'headers-too-large'
  | 'request-timeout'
  | 'rate-limited'
  | 'too-many-pending'
  | 'flow-not-found'
  | 'revision-not-found'
  | 'task-type-not-found'
  | 'flow-exists'
  | 'token-not-found'
  | 'token-exists'
  | 'too-many-tokens'
  | 'receiver-not-found'
  | 'owner-not-found'
  | 'flow-deleted'
  | 'owned-by-repository'
  | 'flow-invalid'
  | 'range-not-satisfiable'
  | 'stale-revision'
  | 'execution-not-found'
  | 'execution-ended'
  | 'execution-not-ended'
  | 'restart-not-possible'
  | 'not-waiting'
  | 'already-decided'
  | 'inputs-invalid'
  | 'execution-blocked'
  | 'lock-unavailable'
  | 'flow-disabled'
  | 'idempotency-conflict'
  | 'task-not-found'
  | 'artifact-not-found'
  | 'file-not-found'
  | 'trigger-not-found'
  | 'trigger-disabled'
  | 'not-a-schedule'
  | 'edit-not-possible'
  | 'backfill-not-possible'
  | 'too-many-presets'
  | 'webhook-rejected'
  | 'key-not-configured'
  | 'secret-missing'
  | 'secret-unavailable'
  | 'jenkins-not-configured'
  | 'archive-not-configured'
  | 'public-url-missing'
  | 'upload-quota-exceeded'
  | 'insufficient-storage'
  | 'files-unavailable'
  | 'archive-unavailable'
  | 'archive-damaged'
  | 'jenkins-unavailable'
  | 'controller-draining'
  | 'store-unavailable'
  | 'too-busy'
  | 'not-ready';

/** Codes for failures of the store rather than of the request. */
const storeFailures: readonly AppErrorCode[] = ['store-unavailable', 'insufficient-storage'];
/** Codes for something else that an execution needs and that does not answer. */
const outages: readonly AppErrorCode[] = ['secret-unavailable', 'files-unavailable'];
/** Codes for failures that are not about the request: the same request may succeed later. */
const temporaryFailures: readonly AppErrorCode[] = [...storeFailures, ...outages, 'too-busy'];

/** Thrown when a request cannot be served; one table maps the code to an HTTP status. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** Further members of the problem body, such as `errors`. */
  readonly members: JsonObject;

  /** @param message what is wrong, what was found and what is allowed; shown to the client as `detail` */
  constructor(code: AppErrorCode, message: string, members: JsonObject = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.members = members;
  }
}

/** Whether the store failed, so that the same may succeed later. */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof AppError && storeFailures.includes(error.code);
}

/** Whether something else than the store did not answer that an execution needs. */
export function isOutage(error: unknown): error is AppError {
  return error instanceof AppError && outages.includes(error.code);
}

/** Whether something that is needed did not answer, or Flowgate has too much to do: the same may succeed later. */
export function isTemporary({ code }: AppError): boolean {
  return temporaryFailures.includes(code);
}
