import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { NotifyRule, NotifyWord } from '../../language/flow/notify.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { isFinal } from '../../lifecycle/execution-state.ts';
import type { StateEvent, StateEvents } from '../../store/executions/record/state-events.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import { queueOf, type DeclaredReceivers, type FoundRule } from './declared-receivers.ts';
import type { Change, EventSink } from './event-relay.ts';
import type { EventMessage } from './event-sender.ts';
import { eventId, notificationEvent } from './execution-event.ts';
import type { NotificationItem } from './notification-item.ts';
import { maxPending, type NotificationQueue } from './notification-queue.ts';
import type { DeclaredReceiver } from './receiver-file.ts';
import type { RedisLateExecutions } from './redis-late-executions.ts';
import type { RedisNotificationBuffer } from './redis-notification-buffer.ts';

export interface NotificationSinkDeps {
  readonly store: Pick<RedisExecutionStore, 'read'>;
  readonly events: Pick<StateEvents, 'countLost'>;
  readonly receivers: DeclaredReceivers;
  /** By receiver. */
  readonly queues: ReadonlyMap<DeclaredReceiver, NotificationQueue>;
  readonly buffer: RedisNotificationBuffer;
  readonly late: RedisLateExecutions;
  /** The `notify` of the flow that an execution runs. */
  readonly notifyOf: (record: ExecutionRecord) => Promise<readonly NotifyRule[] | undefined>;
  /** What readers of the namespace of an execution may see of it; undefined if it was removed. */
  readonly view: (executionId: string) => Promise<{ readonly record: ExecutionRecord } | undefined>;
  readonly publicUrl?: string | undefined;
  readonly now: () => Date;
  /** Called for a flow that notifies a receiver that its namespace does not have. */
  readonly unknown: (flow: FlowKey, receiver: string) => void;
  /** Called when a receiver loses notifications. */
  readonly warn: (receiver: DeclaredReceiver) => void;
}

const lateBatch = 100;

/** Tells the receivers that flows, or the defaults of their namespaces, notify. */
export class NotificationSink implements EventSink {
  readonly #deps: NotificationSinkDeps;

  constructor(deps: NotificationSinkDeps) {
    this.#deps = deps;
  }

  wants({ state }: StateEvent): boolean {
    return state !== 'QUEUED' && state !== 'RUNNING';
  }

  async take(changes: readonly Change[]): Promise<void> {
    const found = new Map<DeclaredReceiver, NotificationItem[]>();
    for (const change of changes) {
      const { event, record } = change;
      const rules = await this.#rulesOf(record);
      if (event.state === 'CREATED') await this.#expectEnd(record, rules);
      else add(found, itemOf(change, event.state as NotifyWord), rules); // QUEUED and RUNNING are not wanted
    }
    await this.#tell(found);
  }

  /** Tells of executions that have not ended in time. @throws {AppError} store-unavailable */
  async tellLate(over: AbortSignal): Promise<void> {
    const { late, store, now } = this.#deps;
    while (!over.aborted) {
      const due = await late.due(now(), lateBatch);
      for (const entry of due) {
        const record = await store.read(entry.executionId);
        if (record !== undefined && !isFinal(record.state)) {
          const found = new Map<DeclaredReceiver, NotificationItem[]>();
          const rules = (await this.#rulesOf(record)).filter(({ after }) => after?.seconds === entry.seconds);
          add(found, lateItem(record, entry.seconds, rules[0]?.after?.text), rules);
          await this.#tell(found);
        }
        await late.remove(entry);
      }
      if (due.length < lateBatch) return;
    }
  }

  async #rulesOf(record: ExecutionRecord): Promise<readonly FoundRule[]> {
    const { receivers, notifyOf, unknown } = this.#deps;
    const rules = receivers.rulesOf(record.flow.namespace, await notifyOf(record));
    for (const name of new Set(rules.flatMap((rule) => rule.unknown))) unknown(record.flow, name);
    return rules;
  }

  async #expectEnd(record: ExecutionRecord, rules: readonly FoundRule[]): Promise<void> {
    const created = Date.parse(record.history[0]?.at ?? '');
    const times = rules.flatMap(({ on, after, receivers }) =>
      on.includes('LATE') && after !== undefined && receivers.length > 0 ? [after.seconds] : [],
    );
    for (const seconds of new Set(times))
      await this.#deps.late.add({ executionId: record.id, seconds }, new Date(created + seconds * 1000));
  }

  async #tell(found: ReadonlyMap<DeclaredReceiver, readonly NotificationItem[]>): Promise<void> {
    const { buffer, now, events, warn } = this.#deps;
    for (const [receiver, items] of found) {
      const lost =
        receiver.kind === 'url'
          ? await this.#queue(receiver, items)
          : await buffer.collect(queueOf(receiver), items, now());
      if (lost === 0) continue;
      await events.countLost(lost);
      warn(receiver);
    }
  }

  /** A program gets each event. @returns how many were lost because there are too many */
  async #queue(receiver: DeclaredReceiver, items: readonly NotificationItem[]): Promise<number> {
    const queue = this.#deps.queues.get(receiver);
    if (queue === undefined) return 0;
    const messages: EventMessage[] = [];
    for (const item of items) {
      const record = (await this.#deps.view(item.executionId))?.record;
      const event = record && notificationEvent(item, record, this.#deps.publicUrl);
      if (event !== undefined) messages.push({ id: item.id, body: JSON.stringify(event) });
    }
    const { pending } = await queue.counts();
    const kept = messages.slice(0, Math.max(0, maxPending - pending));
    if (kept.length > 0) await queue.add(kept);
    return messages.length - kept.length;
  }
}

function add(
  found: Map<DeclaredReceiver, NotificationItem[]>,
  item: NotificationItem,
  rules: readonly FoundRule[],
): void {
  const told = rules.filter(({ on }) => on.includes(item.on)).flatMap(({ receivers }) => receivers);
  for (const receiver of new Set(told)) found.set(receiver, [...(found.get(receiver) ?? []), item]);
}

function itemOf({ event, record }: Change, on: NotifyWord): NotificationItem {
  return { id: eventId(event), on, executionId: record.id, flow: record.flow };
}

function lateItem({ id, flow }: ExecutionRecord, seconds: number, after = `${seconds}s`): NotificationItem {
  return { id: `${id}-late-${seconds}`, on: 'LATE', executionId: id, flow, after };
}
