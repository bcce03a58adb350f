import { randomUUID } from 'node:crypto';
import { packageVersion } from '../../base/config/package-root.ts';
import { RepeatedWarnings } from '../../base/log/repeated-warnings.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import type { StateEvents } from '../../store/executions/record/state-events.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import { BullNotificationQueue } from './bull-notification-queue.ts';
import { BullNotificationWorker } from './bull-notification-worker.ts';
import { collectingRound, type CollectedMessage } from './collected-message.ts';
import { composeNotice } from './compose-notice.ts';
import { DeclaredReceivers, queueOf } from './declared-receivers.ts';
import { EventSender, type EventMessage } from './event-sender.ts';
import { testEvent } from './execution-event.ts';
import { NoticeSender } from './notice-sender.ts';
import { warnOfLoss, type Channel, type DeliveryParts } from './notification-channel.ts';
import { retryDelays, type NotificationCounts, type NotificationQueue } from './notification-queue.ts';
import { NotificationSink } from './notification-sink.ts';
import type { DeclaredReceiver, ReceiverFile } from './receiver-file.ts';
import type { DeliveryReport } from './receiver-service.ts';
import { RedisLateExecutions } from './redis-late-executions.ts';
import { collectingPace, RedisNotificationBuffer } from './redis-notification-buffer.ts';
import { RedisReceiverStates } from './redis-receiver-states.ts';

const second = 1_000;
const sealMilliseconds = second;
const lateMilliseconds = 5 * second;

/** The receivers of the operator's file, which flows notify. */
export function openDeclaredReceivers(
  file: ReceiverFile,
  { redis, events, publicUrl }: { redis: RedisConnection; events: StateEvents; publicUrl: string | undefined },
): Channel {
  const receivers = new DeclaredReceivers(file);
  const buffer = new RedisNotificationBuffer(redis);
  const states = new RedisReceiverStates(redis);
  const attempts = retryDelays.length + 1;
  // A queue has either events or collected messages, by the kind of its receiver.
  const queues = new Map<DeclaredReceiver, Queue>(
    receivers.all.map((receiver) => [receiver, new BullNotificationQueue(queueOf(receiver), redis, attempts)]),
  );
  return {
    queues: receivers.all.map(queueOf),
    receivers: {
      all: receivers.all,
      report: (receiver) => reportOf(receiver, { queues, buffer, states }),
      beginTest: (receiver) => states.beginTest(queueOf(receiver)),
      test: (receiver, by) => sendTest(receiver, by, { file, publicUrl }),
    },
    counts: async () => {
      const counts = [...queues].map(
        async ([receiver, queue]) => [receiver.name, await countsOf(receiver, queue, buffer)] as const,
      );
      return new Map(await Promise.all(counts));
    },
    deliver: (parts, connection) => {
      const { store, notified, logger, report, observe, delays = retryDelays, pace = collectingPace } = parts;
      const now = parts.now ?? (() => new Date());
      const warnings = new RepeatedWarnings(logger);
      const send = sending(file, parts, publicUrl);
      const sink = new NotificationSink({
        store,
        events,
        receivers,
        queues: queues as ReadonlyMap<DeclaredReceiver, NotificationQueue>, // it adds events, to those of programs alone
        buffer,
        late: new RedisLateExecutions(redis),
        notifyOf: (record) => notified.notifyOf(record),
        view: (id) => notified.view(id),
        publicUrl,
        now,
        unknown: (flow, receiver) =>
          warnings.warn({ flow: flowName(flow), receiver }, 'the namespace of a flow has no such receiver'),
        warn: ({ name }) => warnOfLoss(logger, name),
      });
      const workers = receivers.all.map(
        (receiver) =>
          new BullNotificationWorker<CollectedMessage | EventMessage>({
            receiver: queueOf(receiver),
            connection,
            send: (message) => send.to(receiver, message),
            delays,
            report: (error) => report(error, 'notify'),
            attempted: (outcome, { id }, reason) => {
              observe?.(outcome);
              const noted =
                outcome === 'delivered'
                  ? states.noteSent(queueOf(receiver), now())
                  : states.noteFailure(queueOf(receiver), now(), reason ?? '');
              noted.catch((error: unknown) => report(error, 'notify')); // it is only shown
              if (outcome === 'failed')
                logger.warn({ receiver: receiver.name, event: id, reason }, 'notification given up');
            },
          }),
      );
      return {
        sink,
        rounds: [
          {
            name: 'make messages of collected notifications',
            everyMilliseconds: Math.min(sealMilliseconds, pace.delay),
            run: () => collectingRound({ queues, buffer, pace, now }),
          },
          {
            name: 'tell of late executions',
            everyMilliseconds: Math.min(lateMilliseconds, pace.delay),
            run: (over) => sink.tellLate(over),
          },
        ],
        stop: async () => {
          await Promise.all(workers.map((worker) => worker.stop()));
          send.close();
        },
      };
    },
    close: async () => void (await Promise.all([...queues.values()].map((queue) => queue.close()))),
  };
}

type Queue = BullNotificationQueue<CollectedMessage | EventMessage>;

async function countsOf(
  receiver: DeclaredReceiver,
  queue: Queue,
  buffer: RedisNotificationBuffer,
): Promise<NotificationCounts> {
  const [{ pending, failed }, collected] = await Promise.all([queue.counts(), buffer.count(queueOf(receiver))]);
  return { pending: pending + collected, failed };
}

interface ReportParts {
  readonly queues: ReadonlyMap<DeclaredReceiver, Queue>;
  readonly buffer: RedisNotificationBuffer;
  readonly states: RedisReceiverStates;
}

async function reportOf(receiver: DeclaredReceiver, { queues, buffer, states }: ReportParts): Promise<DeliveryReport> {
  const queue = queues.get(receiver);
  if (queue === undefined) throw new Error(`${receiver.name} has no queue`);
  const [counts, state, retry, message] = await Promise.all([
    countsOf(receiver, queue, buffer),
    states.read(queueOf(receiver)),
    queue.nextRetry(),
    buffer.due(queueOf(receiver), collectingPace),
  ]);
  const times = [retry, message].flatMap((time) => (time === undefined ? [] : [time.getTime()]));
  return { ...counts, ...state, nextAttemptAt: times.length === 0 ? undefined : new Date(Math.min(...times)) };
}

// Somebody waits for the answer.
const testTimeout = 10_000;

async function sendTest(
  receiver: DeclaredReceiver,
  by: string,
  { file, publicUrl }: { readonly file: ReceiverFile; readonly publicUrl: string | undefined },
): Promise<void> {
  const version = packageVersion();
  const now = () => new Date();
  const id = `test-${randomUUID()}`;
  if (receiver.kind === 'url') {
    const sender = new EventSender({ secrets: receiver.secrets, version, now, timeout: testTimeout });
    const event = testEvent(id, by, { at: now(), publicUrl });
    return sender.send(receiver.url, { id, body: JSON.stringify(event) });
  }
  const sender = new NoticeSender({ mail: file.mail, version, timeout: testTimeout });
  const notice = { id, entries: [], total: 1, counts: [], testedBy: by };
  return sender.send(receiver, notice).finally(() => sender.close());
}

function sending(file: ReceiverFile, { notified, timeout }: DeliveryParts, publicUrl: string | undefined) {
  const version = packageVersion();
  const notices = new NoticeSender({ mail: file.mail, version, timeout });
  const view = (id: string) => notified.view(id);
  return {
    to: async (receiver: DeclaredReceiver, message: CollectedMessage | EventMessage): Promise<void> => {
      if (receiver.kind === 'url') {
        if (!('body' in message)) throw new Error('A program gets events');
        const sender = new EventSender({ secrets: receiver.secrets, version, now: () => new Date(), timeout });
        return sender.send(receiver.url, message);
      }
      if (!('items' in message)) throw new Error('A person gets collected messages');
      const notice = await composeNotice(message.id, message.items, { view, publicUrl });
      if (notice !== undefined) await notices.send(receiver, notice);
    },
    close: () => notices.close(),
  };
}
