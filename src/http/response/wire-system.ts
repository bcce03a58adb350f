import type { Schema } from '../../api-client/operation-types.ts';
import type { ArchiveCounts } from '../../services/executions/execution-service.ts';
import type { ReceiverReport } from '../../services/receivers/receiver-service.ts';

type System = Schema<'System'>;

export function archiveOnWire({ archived, due }: ArchiveCounts): NonNullable<System['archive']> {
  return { archived, due, waiting: due }; // and the old name
}

/** How deliveries to a receiver go. */
export function receiverOnWire({
  name,
  namespaces,
  pending,
  failed,
  sent,
  lastSentAt,
  nextAttemptAt,
  lastFailure,
}: ReceiverReport): NonNullable<System['receivers']>[number] {
  return {
    name,
    namespaces: [...namespaces],
    sent,
    pending,
    waiting: pending, // the old name
    failed,
    lastSentAt: lastSentAt?.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString(),
    lastFailure: lastFailure && { at: lastFailure.at.toISOString(), reason: lastFailure.reason },
  };
}
