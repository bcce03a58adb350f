import type { ReceiverService } from '../../../abilities/notify/receiver-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';

/** Receivers of notifications. */
export function receiverHandlers(receivers: ReceiverService) {
  return {
    testReceiver: async ({ params: { namespace, receiver } }, response) => {
      noteForAudit(response, { detail: receiver });
      response.json(await receivers.test(namespace, receiver, callerOf(response)));
    },
  } satisfies Partial<OperationHandlers>;
}
