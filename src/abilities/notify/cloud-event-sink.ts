import { isFinal } from '../../lifecycle/execution-state.ts';
import type { StateEvent, StateEvents } from '../../store/executions/record/state-events.ts';
import type { Change, EventSink } from './event-relay.ts';
import type { EventMessage } from './event-sender.ts';
import { eventId, executionEvent } from './execution-event.ts';
import { maxPending, type NotificationQueue } from './notification-queue.ts';
import type { Receiver, Receivers } from './receivers.ts';

export interface CloudEventSinkDeps {
  readonly events: Pick<StateEvents, 'countLost'>;
  readonly receivers: Receivers;
  readonly queues: ReadonlyMap<Receiver, NotificationQueue>;
  /** Which changes receivers are notified of. */
  readonly tells: 'all' | 'ended';
  readonly publicUrl?: string | undefined;
  /** Called when a receiver begins to lose events. */
  readonly warn: (receiver: Receiver) => void;
}

/** Tells the receivers of `FLOWGATE_NOTIFY_URL` of each change. */
export class CloudEventSink implements EventSink {
  readonly #deps: CloudEventSinkDeps;
  readonly #full = new Set<Receiver>();

  constructor(deps: CloudEventSinkDeps) {
    this.#deps = deps;
  }

  wants({ state, namespace }: StateEvent): boolean {
    const { tells, receivers } = this.#deps;
    if (state === 'RECOVERED') return false;
    return (tells === 'all' || (state !== 'WAITING' && isFinal(state))) && receivers.of(namespace).length > 0;
  }

  async take(changes: readonly Change[]): Promise<void> {
    const messages = new Map<Receiver, EventMessage[]>();
    for (const { event, record } of changes) {
      // Someone was faster.
      if (event.state === 'WAITING' && record.waitingFor === undefined) continue;
      const body = JSON.stringify(executionEvent(event, record, this.#deps.publicUrl));
      const message = { id: eventId(event), body };
      for (const receiver of this.#deps.receivers.of(event.namespace))
        messages.set(receiver, [...(messages.get(receiver) ?? []), message]);
    }
    for (const [receiver, ofReceiver] of messages) await this.#add(receiver, ofReceiver);
  }

  async #add(receiver: Receiver, messages: readonly EventMessage[]): Promise<void> {
    const queue = this.#deps.queues.get(receiver);
    if (queue === undefined) return;
    const { pending } = await queue.counts();
    const kept = messages.slice(0, Math.max(0, maxPending - pending));
    if (kept.length > 0) await queue.add(kept);
    if (kept.length === messages.length) return void this.#full.delete(receiver);
    await this.#deps.events.countLost(messages.length - kept.length);
    if (!this.#full.has(receiver)) this.#deps.warn(receiver);
    this.#full.add(receiver);
  }
}
