import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError, type AppErrorCode } from '../../../base/problem/app-error.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import { linkTo } from '../base-path.ts';
import { noteForAudit, type AuditNote } from '../observe/record-audit.ts';
import { logErrorOf } from '../observe/request-log.ts';
import { pathParametersOf } from '../operation.ts';
import { defectError, errorStatuses, problemBody } from './error-statuses.ts';

/** Temporary problems, with the value of Retry-After in seconds. */
const retryAfterSeconds: Readonly<Partial<Record<AppErrorCode, number>>> = {
  'store-unavailable': 1,
  'identity-unavailable': 1,
  'too-busy': 1,
  'too-many-pending': 30,
};
/** Problems whose details, such as paths and addresses, are logged for the operator but not sent to the client. */
const loggedCodes: ReadonlySet<string> = new Set([
  'store-unavailable',
  'identity-unavailable',
  'files-unavailable',
  'insufficient-storage',
]);

/**
 * Sends every error as an RFC 9457 problem. Errors other than AppError are defects: they are logged, and sent without
 * details.
 */
export const sendError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  if (!(error instanceof AppError)) {
    logErrorOf(response, error instanceof Error ? error : new Error(String(error)));
    noteForAudit(response, { code: defectError.code });
    send(request, response, defectError);
    return;
  }
  const { status, title } = errorStatuses[error.code];
  if (status === 401 && !response.hasHeader('WWW-Authenticate')) response.set('WWW-Authenticate', 'Bearer');
  const retryAfter = retryAfterSeconds[error.code];
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  if (isLogged(error)) logErrorOf(response, error);
  noteRejection(request, response, error);
  send(request, response, {
    code: error.code,
    status,
    title,
    detail: error.message,
    members: error.members,
  });
};

/** Whether the operator needs the details of an error. */
export function isLogged({ code }: AppError): boolean {
  return loggedCodes.has(code);
}

/** Closes the connection of a response that failed halfway; Express would print the error instead of logging it. */
export const cutOff: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  logErrorOf(response, error instanceof Error ? error : new Error(String(error)));
  request.socket.destroy();
};

/** Records denials in the audit trail, even if the client receives "not found". */
function noteRejection(request: Request, response: Response, rejection: AppError): void {
  const { namespace, ...note } = rejectionNote(rejection);
  // The requested object is in the namespace of the path, even if the right was missing in another namespace.
  const isInPath = pathParametersOf(request).namespace !== undefined;
  noteForAudit(response, { ...note, ...(namespace !== undefined && !isInPath && { namespace }) });
}

/** What an audit entry says about a rejection: `namespace` is the one in which a right was missing. */
export function rejectionNote(rejection: AppError): AuditNote {
  const denial = [rejection, rejection.cause].find((error) => error instanceof AppError && error.code === 'forbidden');
  const { namespace } = denial instanceof AppError ? denial.members : rejection.members;
  return {
    code: denial === undefined ? rejection.code : 'forbidden',
    ...(denial !== undefined && { outcome: 'denied' }),
    ...(typeof namespace === 'string' && { namespace }),
  };
}

interface Answer {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly members?: JsonObject;
}

function send(request: Request, response: Response, { code, status, title, detail, members }: Answer): void {
  response.removeHeader('ETag');
  response.status(status).type('application/problem+json');
  const [path = ''] = request.originalUrl.split('?', 1);
  const instance = linkTo(response, path);
  response.json(problemBody({ code, title, status, detail, instance, members }));
}
