import type { AppErrorCode } from '../../problem/app-error.ts';
import type { JsonObject } from '../../problem/json-value.ts';

/** The one table from the reason of a rejection to its HTTP status and its title (RFC 9457). */
export const problemTable = {
  'invalid-request': { status: 400, title: 'The request is not valid' },
  'malformed-body': { status: 400, title: 'The body cannot be read' },
  'empty-body': { status: 400, title: 'The body is empty' },
  'invalid-identity': { status: 400, title: 'The identity cannot be read' },
  unauthenticated: { status: 401, title: 'Who asks is not known' },
  'webhook-rejected': { status: 401, title: 'The webhook was rejected' },
  forbidden: { status: 403, title: 'Not permitted' },
  'route-not-found': { status: 404, title: 'No such path' },
  'flow-not-found': { status: 404, title: 'No such flow' },
  'revision-not-found': { status: 404, title: 'No such revision' },
  'execution-not-found': { status: 404, title: 'No such execution' },
  'artifact-not-found': { status: 404, title: 'No such artifact' },
  'trigger-not-found': { status: 404, title: 'No such trigger' },
  'file-not-found': { status: 404, title: 'No such file' },
  'task-type-not-found': { status: 404, title: 'No such task type' },
  'method-not-allowed': { status: 405, title: 'The path does not take this method' },
  'not-acceptable': { status: 406, title: 'No such representation' },
  'request-timeout': { status: 408, title: 'The request did not come in time' },
  'flow-exists': { status: 409, title: 'The flow exists already' },
  'flow-deleted': { status: 409, title: 'The flow was deleted' },
  'flow-disabled': { status: 409, title: 'The flow is disabled' },
  'trigger-disabled': { status: 409, title: 'The trigger is disabled' },
  'idempotency-conflict': { status: 409, title: 'The idempotency key stands for another request' },
  'execution-ended': { status: 409, title: 'The execution has ended' },
  'stale-revision': { status: 412, title: 'The flow has changed in the meantime' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'upload-quota-exceeded': { status: 413, title: 'The uploads of this user have reached their limit' },
  'unsupported-media-type': { status: 415, title: 'The body is of another kind than this path takes' },
  'range-not-satisfiable': { status: 416, title: 'There is nothing in this range' },
  'host-not-allowed': { status: 421, title: 'The host name is not served here' },
  'flow-invalid': { status: 422, title: 'The flow has errors' },
  'inputs-invalid': { status: 422, title: 'The inputs have errors' },
  'execution-blocked': { status: 422, title: 'A check of the flow does not hold' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'too-many-pending': { status: 429, title: 'Too many executions are pending' },
  'headers-too-large': { status: 431, title: 'The header is too large' },
  'key-not-configured': { status: 503, title: 'No key is configured' },
  'jenkins-not-configured': { status: 503, title: 'No Jenkins is configured' },
  'public-url-missing': { status: 503, title: 'Workers do not know where Flowgate is' },
  'files-unavailable': { status: 503, title: 'Files cannot be kept' },
  'identity-unavailable': { status: 503, title: 'Nobody can be known at the moment' },
  'jenkins-unavailable': { status: 503, title: 'Jenkins cannot be reached' },
  'too-busy': { status: 503, title: 'Too much to do at the moment' },
  'store-unavailable': { status: 503, title: 'The store cannot be reached' },
  'not-ready': { status: 503, title: 'Not ready' },
  'insufficient-storage': { status: 507, title: 'There is no room' },
} as const satisfies Record<AppErrorCode, { readonly status: number; readonly title: string }>;

/** What a client is told of a defect: nothing but that it is one. */
export const defectProblem = {
  code: 'internal-error',
  status: 500,
  title: 'A defect in Flowgate',
  detail:
    'The request could not be served because of a defect in Flowgate. Its log has the details under the request id.',
} as const;

/** A problem as RFC 9457 has it on the wire. @param instance the path that was asked for, empty when it is not known */
export function problemBody({ code, title, status, detail, instance, members }: Rejection): JsonObject {
  return { type: `urn:flowgate:problem:${code}`, title, status, detail, instance, ...members };
}

interface Rejection {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly members?: JsonObject;
}
