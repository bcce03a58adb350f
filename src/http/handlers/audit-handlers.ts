import type { Request } from 'express';
import type { AuditQuery } from '../../store/audit/audit-trail.ts';
import type { AuditService } from '../../services/audit-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { cursorParameter, numberParameter, textParameter, timeParameter } from '../request/request-values.ts';
import { auditEntryOnWire } from '../response/wire-audit.ts';

/** Who did what. */
export function auditHandlers(audit: AuditService): OperationHandlers {
  return {
    getAudit: async (request, response) => {
      const { entries, next } = await audit.list(callerOf(response), queryOf(request));
      response.json({ entries: entries.map(auditEntryOnWire), nextCursor: next });
    },
  };
}

function queryOf(request: Request): AuditQuery {
  return {
    namespace: textParameter(request, 'namespace'),
    actor: textParameter(request, 'actor'),
    action: textParameter(request, 'action'),
    from: timeParameter(request, 'from'),
    to: timeParameter(request, 'to'),
    limit: numberParameter(request, 'limit') ?? 50,
    after: cursorParameter(request, (text) => (/^\d{1,15}-\d{1,9}$/.test(text) ? text : undefined)),
  };
}
