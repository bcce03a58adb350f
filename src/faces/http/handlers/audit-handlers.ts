import type { AuditService } from '../../../abilities/tokens/audit-service.ts';
import type { AuditQuery } from '../../../store/audit/audit-trail.ts';
import type { QueryParameters } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { pageStart, timeOf } from '../request/request-values.ts';
import { auditEntryOnWire } from '../response/wire-audit.ts';

/** The audit trail. */
export function auditHandlers(audit: AuditService) {
  return {
    getAudit: async (request, response) => {
      const { entries, next } = await audit.list(callerOf(response), auditQuery(request.query));
      response.json({ entries: entries.map(auditEntryOnWire), nextCursor: next });
    },
  } satisfies Partial<OperationHandlers>;
}

function auditQuery(query: QueryParameters<'getAudit'>): AuditQuery {
  const { namespace, actor, flow_id: flowId, action, outcome, from, to, limit = 50 } = query;
  const after = pageStart(query, (text) => (/^\d{1,15}-\d{1,9}$/.test(text) ? text : undefined));
  return { namespace, actor, flowId, action, outcome, from: timeOf(from), to: timeOf(to), limit, after };
}
