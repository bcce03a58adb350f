import { packageVersion } from '../../base/config/package-root.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { BullDeliveryLane } from './bull-delivery-lane.ts';
import { RedisSentStatuses } from './commit-status/redis-sent-statuses.ts';
import { StatusSender } from './commit-status/status-sender.ts';
import { StatusSink } from './commit-status/status-sink.ts';
import { StatusTargets } from './commit-status/status-targets.ts';
import type { ChannelParts, NotificationChannel } from './notification-channel.ts';
import type { QueuedMessage } from './notification-queue.ts';
import type { StatusTarget } from './receiver-file.ts';

/** The forges of the operator's file, on which commits show the states of executions. */
export function openCommitStatuses(declared: readonly StatusTarget[], parts: ChannelParts): NotificationChannel {
  const { redis, notified, publicUrl, warnings, delivery } = parts;
  const targets = new StatusTargets(declared);
  const sender = new StatusSender({
    targets,
    view: (id) => notified.view(id),
    sent: new RedisSentStatuses(redis),
    version: packageVersion(),
    publicUrl,
    timeout: delivery.timeout,
  });
  const lanes = new Map(
    targets.addresses.map((address) => {
      const send = async (message: QueuedMessage, isRetry: boolean) => {
        if (!('commit' in message)) throw new Error('A forge gets statuses');
        return sender.send(address, message, isRetry);
      };
      return [address, new BullDeliveryLane({ ...address, what: 'commit status', isShown: true, send }, parts)];
    }),
  );
  return {
    lanes: [...lanes.values()],
    sink: new StatusSink({
      targets,
      lanes,
      commitOf: (record) => notified.commitOf(record),
      unusable: (flow, reason) => warnings.warn({ flow: flowName(flow), reason }, 'commit status not shown'),
    }),
  };
}
