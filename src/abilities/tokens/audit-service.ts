import type { Caller } from '../../access/caller.ts';
import type { AuditEvent, AuditPage, AuditQuery } from '../../store/audit/audit-trail.ts';
import type { RedisAuditTrail } from '../../store/audit/redis-audit-trail.ts';

/** Shows the audit trail to authorized callers. */
export class AuditService {
  readonly #trail: RedisAuditTrail;

  constructor(trail: RedisAuditTrail) {
    this.#trail = trail;
  }

  /** @throws {AppError} store-unavailable */
  append(events: readonly AuditEvent[]): Promise<void> {
    return this.#trail.append(events);
  }

  /**
   * Entries of the namespaces that the caller may read. An entry without a namespace, such as for a flow that could not
   * be read, is shown to its actor and to callers who may read all namespaces.
   */
  list(caller: Caller, query: Omit<AuditQuery, 'isShown'>): Promise<AuditPage> {
    const isShown = ({ namespace, actor }: AuditEvent) =>
      caller.may('read', namespace ?? '*') || (namespace === undefined && actor === caller.subject);
    return this.#trail.list({ ...query, ...(caller.isLimited && { isShown }) });
  }
}
