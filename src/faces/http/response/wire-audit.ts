import type { AuditEntry } from '../../../store/audit/audit-trail.ts';
import type { Schema } from '../../api-client/operation-types.ts';

/** An audit entry as declared in openapi.yaml. Each field is listed, so that new internal fields are not exposed. */
export function auditEntryOnWire(entry: AuditEntry): Schema<'AuditEntry'> {
  const {
    id,
    at,
    actor,
    tokenId,
    tokenName,
    action,
    outcome,
    status,
    code,
    namespace,
    flowId,
    revision,
    executionId,
    triggerId,
    detail,
    via,
    requestId,
    address,
  } = entry;
  return {
    id,
    at,
    actor,
    tokenId,
    tokenName,
    action,
    outcome,
    status,
    code,
    namespace,
    flowId,
    revision,
    executionId,
    triggerId,
    detail,
    via,
    requestId,
    address,
  };
}
