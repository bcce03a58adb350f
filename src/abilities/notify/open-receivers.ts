import type { EventReceiver } from '../../base/config/event-receivers.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { BullDeliveryLane } from './bull-delivery-lane.ts';
import { DeclaredReceivers, queueOf } from './declared-receivers.ts';
import type { ChannelParts, NotificationChannel } from './notification-channel.ts';
import { NotificationSink } from './notification-sink.ts';
import { isOfSettings, type DeclaredReceiver, type Receiver, type ReceiverFile } from './receiver-file.ts';
import { ReceiverSender } from './receiver-sender.ts';
import type { ReceiverPorts } from './receiver-service.ts';
import { RedisLateExecutions } from './redis-late-executions.ts';

const second = 1_000;
const sealMilliseconds = second;
const lateMilliseconds = 5 * second;
// Somebody waits for the answer.
const testTimeout = 10_000;

/** The people and programs that are told of executions. */
export function openReceivers(
  ofSettings: readonly EventReceiver[],
  file: ReceiverFile | undefined,
  parts: ChannelParts,
): NotificationChannel & { readonly ports: Omit<ReceiverPorts, 'forges'> } {
  const { redis, store, notified, publicUrl, warnings } = parts;
  const { pace, timeout, now } = parts.delivery;
  const common = { mail: file?.mail, view: (id: string) => notified.view(id), publicUrl };
  const sender = new ReceiverSender({ ...common, timeout });
  const tester = new ReceiverSender({ ...common, timeout: testTimeout });
  const laneOf = (receiver: Receiver) => {
    const { name, namespaces } = receiver;
    const address = { name, namespaces, queue: queueOf(receiver), what: 'notification' } as const;
    const isShown = !isOfSettings(receiver);
    return new BullDeliveryLane({ ...address, isShown, send: (message) => sender.send(receiver, message) }, parts);
  };
  const named = new Map<DeclaredReceiver, BullDeliveryLane>(file?.receivers.map((each) => [each, laneOf(each)]));
  const lanes = new Map<Receiver, BullDeliveryLane>(named);
  for (const receiver of ofSettings) lanes.set(receiver, laneOf(receiver));
  const collecting = [...named].flatMap(([{ kind }, lane]) => (kind === 'url' ? [] : [lane]));
  const sink = new NotificationSink({
    store,
    receivers: new DeclaredReceivers(ofSettings, file),
    lanes,
    late: new RedisLateExecutions(redis),
    notified,
    publicUrl,
    now,
    unknown: (flow, receiver) =>
      warnings.warn({ flow: flowName(flow), receiver }, 'the namespace of a flow has no such receiver'),
  });
  const rounds = [
    {
      name: 'make messages of collected notifications',
      everyMilliseconds: Math.min(sealMilliseconds, pace.delay),
      run: async () => {
        for (const lane of collecting) await lane.seal();
      },
    },
    {
      name: 'tell of late executions',
      everyMilliseconds: Math.min(lateMilliseconds, pace.delay),
      run: (over: AbortSignal) => sink.tellLate(over),
    },
  ];
  return {
    lanes: [...lanes.values()],
    sink,
    rounds: file === undefined ? [] : rounds,
    ports: { lanes: named, test: (receiver, by) => tester.test(receiver, by) },
    close: () => [sender, tester].forEach((each) => each.close()),
  };
}
