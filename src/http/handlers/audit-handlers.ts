import type { Request } from 'express';
import type { AuditQuery } from '../../audit/audit-trail.ts';
import { AppError } from '../../problem/app-error.ts';
import type { AuditService } from '../../services/audit-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { numberParameter, textParameter, timeParameter } from '../request-values.ts';

/** Who did what. */
export function auditHandlers(audit: AuditService): OperationHandlers {
  return {
    getAudit: async (request, response) => {
      const { entries, next } = await audit.list(callerOf(response), queryOf(request));
      response.json({ entries, nextCursor: next });
    },
  };
}

function queryOf(request: Request): AuditQuery {
  const after = textParameter(request, 'cursor');
  if (after !== undefined && !/^\d{1,15}-\d{1,9}$/.test(after)) throw new AppError('invalid-request', 'The cursor is not one that a page of this list gave.');
  return {
    namespace: textParameter(request, 'namespace'),
    actor: textParameter(request, 'actor'),
    action: textParameter(request, 'action'),
    from: timeParameter(request, 'from'),
    to: timeParameter(request, 'to'),
    limit: numberParameter(request, 'limit') ?? 50,
    after,
  };
}
