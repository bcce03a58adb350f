import type { FlowsApi } from '../flows/open-flows.ts';
import type { LogsApi } from '../logs/open-logs.ts';
import type { Ability, WorkTools } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { Delivery } from './bull-delivery-lane.ts';
import { NotifiedExecutions } from './notified-executions.ts';
import type { ReceiverFile } from './receiver-file.ts';
import { ReceiverService } from './receiver-service.ts';

export interface NotifyParts {
  /** The operator's receivers. */
  readonly receivers?: ReceiverFile | undefined;
  /** How notifications are delivered, where it is not as usual. */
  readonly delivery?: Partial<Delivery> | undefined;
}

export type NotifyApi = Awaited<ReturnType<typeof openNotify>>['api'];

/** Tells receivers of executions. What sends is loaded only if there are some. */
export async function openNotify(
  parts: Parts & NotifyParts,
  { checker, logs }: Pick<FlowsApi, 'checker'> & Pick<LogsApi, 'logs'>,
) {
  const { settings, ports, receivers: file, observe } = parts;
  const { eventReceivers, publicUrl, policyFile } = settings;
  const notified = new NotifiedExecutions({ ...ports, checker, logs, hasPolicy: policyFile !== undefined });
  const given = { ...parts, store: ports.store, notified, publicUrl, observe: observe?.delivery };
  const opened =
    eventReceivers.length > 0 || file !== undefined
      ? (await import('./open-notifications.ts')).openNotifications(eventReceivers, file, given)
      : undefined;
  return {
    api: { receivers: new ReceiverService(opened?.receivers), notificationCounts: opened },
    work: ({ connection }: WorkTools) => opened?.deliver(connection) ?? {},
    close: async () => opened?.close(),
  } satisfies Ability;
}
