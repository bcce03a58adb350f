import type { Schema } from '../../contract/operation-types.ts';
import type { AuditEntry } from '../../store/audit/audit-trail.ts';

/** An entry of the audit trail as openapi.yaml declares it; each member is named, so that what an entry gains stays inside. */
export function auditEntryOnWire(entry: AuditEntry): Schema<'AuditEntry'> {
  const {
    id,
    at,
    actor,
    action,
    outcome,
    status,
    code,
    namespace,
    flowId,
    revision,
    executionId,
    triggerId,
    requestId,
    address,
  } = entry;
  return {
    id,
    at,
    actor,
    action,
    outcome,
    status,
    code,
    namespace,
    flowId,
    revision,
    executionId,
    triggerId,
    requestId,
    address,
  };
}
