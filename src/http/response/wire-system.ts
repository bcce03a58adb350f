import type { Schema } from '../../api-client/operation-types.ts';
import type { ReceiverReport } from '../../services/receivers/receiver-service.ts';

/** How deliveries to a receiver go. */
export function receiverOnWire({
  name,
  namespaces,
  waiting,
  failed,
  sent,
  lastSentAt,
  nextAttemptAt,
  lastFailure,
}: ReceiverReport): NonNullable<Schema<'System'>['receivers']>[number] {
  return {
    name,
    namespaces: [...namespaces],
    sent,
    waiting,
    failed,
    lastSentAt: lastSentAt?.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString(),
    lastFailure: lastFailure && { at: lastFailure.at.toISOString(), reason: lastFailure.reason },
  };
}
