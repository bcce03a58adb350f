import type { FlowsApi } from '../flows/open-flows.ts';
import type { LogsApi } from '../logs/open-logs.ts';
import type { Ability, WorkTools } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { DeliveryParts } from './notification-channel.ts';
import { NotifiedExecutions } from './notified-executions.ts';
import type { ReceiverFile } from './receiver-file.ts';
import { ReceiverService } from './receiver-service.ts';

export interface NotifyParts {
  /** The operator's receivers. */
  readonly receivers?: ReceiverFile | undefined;
  /** How notifications are delivered, where it is not as usual. */
  readonly delivery?: Pick<DeliveryParts, 'delays' | 'timeout' | 'pace' | 'now'> | undefined;
}

export type NotifyApi = Awaited<ReturnType<typeof openNotify>>['api'];

/** Tells receivers of executions. What sends is loaded only if there are some. */
export async function openNotify(
  parts: Parts & NotifyParts,
  { checker, logs }: Pick<FlowsApi, 'checker'> & Pick<LogsApi, 'logs'>,
) {
  const { settings, redis, ports, receivers, delivery, logger, report, observe } = parts;
  const isOn = settings.notifications !== undefined || receivers !== undefined;
  const opened = isOn
    ? (await import('./open-notifications.ts')).openNotifications(settings, receivers, redis)
    : undefined;
  const notified = new NotifiedExecutions({
    ...ports,
    checker,
    logs,
    hasPolicy: settings.policyFile !== undefined,
  });
  return {
    api: { notified, receivers: new ReceiverService(opened?.receivers), notificationCounts: opened },
    work: ({ connection }: WorkTools) => {
      const { store } = ports;
      const deliveries = opened?.deliver(
        { ...delivery, store, notified, logger, report, observe: observe?.delivery },
        connection,
      );
      return { rounds: deliveries?.rounds ?? [], stop: async () => deliveries?.stop() };
    },
    close: async () => opened?.close(),
  } satisfies Ability;
}
