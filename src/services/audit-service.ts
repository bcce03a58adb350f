import type { Caller } from '../access/caller.ts';
import type { AuditEvent, AuditPage, AuditQuery, AuditTrail } from '../store/audit/audit-trail.ts';

/** Who did what, for those who may know. */
export class AuditService {
  readonly #trail: AuditTrail;

  constructor(trail: AuditTrail) {
    this.#trail = trail;
  }

  /** @throws {AppError} store-unavailable */
  append(events: readonly AuditEvent[]): Promise<void> {
    return this.#trail.append(events);
  }

  /**
   * Entries of the namespaces that the caller may read. What has no namespace, such as a flow that could not be read, is
   * shown to whoever did it, and to those who may read all namespaces.
   */
  list(caller: Caller, query: Omit<AuditQuery, 'isShown'>): Promise<AuditPage> {
    const isShown = ({ namespace, actor }: AuditEvent) =>
      caller.may('read', namespace ?? '*') || (namespace === undefined && actor === caller.subject);
    return this.#trail.list({ ...query, ...(caller.isLimited && { isShown }) });
  }
}
