import type { AppErrorCode } from '../../../base/problem/app-error.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';

/** The HTTP status and title (RFC 9457) of each error code. */
export const errorStatuses = {
  'invalid-request': { status: 400, title: 'Invalid request' },
  'malformed-body': { status: 400, title: 'Malformed request body' },
  'empty-body': { status: 400, title: 'Empty request body' },
  'invalid-identity': { status: 400, title: 'Invalid identity' },
  unauthenticated: { status: 401, title: 'Authentication required' },
  'webhook-rejected': { status: 401, title: 'Webhook authentication failed' },
  forbidden: { status: 403, title: 'Permission denied' },
  'not-allowed-for-agents': { status: 403, title: 'Flow not allowed for agents' },
  'cross-site-request': { status: 403, title: 'Request from another web page' },
  'route-not-found': { status: 404, title: 'Path not found' },
  'flow-not-found': { status: 404, title: 'Flow not found' },
  'revision-not-found': { status: 404, title: 'Revision not found' },
  'execution-not-found': { status: 404, title: 'Execution not found' },
  'task-not-found': { status: 404, title: 'Task not found' },
  'artifact-not-found': { status: 404, title: 'Artifact not found' },
  'trigger-not-found': { status: 404, title: 'Trigger not found' },
  'file-not-found': { status: 404, title: 'File not found' },
  'receiver-not-found': { status: 404, title: 'Receiver not found' },
  'owner-not-found': { status: 404, title: 'Namespace without an owner' },
  'token-not-found': { status: 404, title: 'API token not found' },
  'task-type-not-found': { status: 404, title: 'Task type not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'flow-exists': { status: 409, title: 'Flow already exists' },
  'token-exists': { status: 409, title: 'API token already exists' },
  'too-many-tokens': { status: 409, title: 'Too many API tokens' },
  'flow-deleted': { status: 409, title: 'Flow is deleted' },
  'owned-by-repository': { status: 409, title: 'Namespace is owned by a repository' },
  'flow-disabled': { status: 409, title: 'Flow is disabled' },
  'trigger-disabled': { status: 409, title: 'Trigger is disabled' },
  'not-a-schedule': { status: 409, title: 'Trigger is not a schedule' },
  'edit-not-possible': { status: 409, title: 'Automatic edit not possible' },
  'too-many-presets': { status: 409, title: 'Too many presets' },
  'idempotency-conflict': { status: 409, title: 'Idempotency key reused for a different request' },
  'execution-ended': { status: 409, title: 'Execution has already ended' },
  'execution-not-ended': { status: 409, title: 'Execution has not ended' },
  'restart-not-possible': { status: 409, title: 'Restart not possible' },
  'not-waiting': { status: 409, title: 'Execution does not wait for this' },
  'already-decided': { status: 409, title: 'Already decided' },
  // About the configuration: the same request fails until someone changes it, so none of these is a 503.
  'key-not-configured': { status: 409, title: 'Encryption key not configured' },
  'jenkins-not-configured': { status: 409, title: 'Jenkins not configured' },
  'archive-not-configured': { status: 409, title: 'Archive not configured' },
  'public-url-missing': { status: 409, title: 'Public URL not configured' },
  'secret-missing': { status: 409, title: 'Secret missing' },
  'stale-revision': { status: 412, title: 'Flow was changed in the meantime' },
  'body-too-large': { status: 413, title: 'Request body too large' },
  'upload-quota-exceeded': { status: 413, title: 'Upload quota exceeded' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'range-not-satisfiable': { status: 416, title: 'Range not satisfiable' },
  'host-not-allowed': { status: 421, title: 'Host not allowed' },
  'flow-invalid': { status: 422, title: 'Invalid flow' },
  'backfill-not-possible': { status: 422, title: 'Backfill not possible' },
  'inputs-invalid': { status: 422, title: 'Invalid inputs' },
  'lock-unavailable': { status: 422, title: 'The flow may not take a lock' },
  'execution-blocked': { status: 422, title: 'Execution blocked by a check' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'too-many-pending': { status: 429, title: 'Too many pending executions' },
  'headers-too-large': { status: 431, title: 'Request header too large' },
  'files-unavailable': { status: 503, title: 'File storage unavailable' },
  'archive-unavailable': { status: 503, title: 'Archive unavailable' },
  'archive-damaged': { status: 500, title: 'Archive damaged' },
  'identity-unavailable': { status: 503, title: 'Authentication temporarily unavailable' },
  'secret-unavailable': { status: 503, title: 'Secret provider unavailable' },
  'jenkins-unavailable': { status: 503, title: 'Jenkins unavailable' },
  'controller-draining': { status: 503, title: 'Controller takes no new executions' },
  'too-busy': { status: 503, title: 'Server too busy' },
  'store-unavailable': { status: 503, title: 'Data store unavailable' },
  'not-ready': { status: 503, title: 'Not ready' },
  'insufficient-storage': { status: 507, title: 'Insufficient storage' },
} as const satisfies Record<AppErrorCode, { readonly status: number; readonly title: string }>;

/** The response for a defect; it contains no details. */
export const defectError = {
  code: 'internal-error',
  status: 500,
  title: 'Internal error',
  detail:
    'An internal error occurred. The log of Flowgate contains the details under the request id (the X-Request-Id header).',
} as const;

/** An RFC 9457 problem. @param instance the path of the request, empty if unknown */
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
