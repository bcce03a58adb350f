import { isFinal } from '../execution/record/execution-state.ts';
import type { ExecutionStore } from '../execution/record/execution-store.ts';
import type { StateEvent, StateEvents } from '../execution/record/state-events.ts';
import type { EventMessage } from './event-sender.ts';
import { eventId, executionEvent } from './execution-event.ts';
import { maxWaiting, type NotificationQueue } from './notification-queue.ts';
import type { Receiver, Receivers } from './receivers.ts';

export interface RelayDeps {
  readonly events: StateEvents;
  readonly store: Pick<ExecutionStore, 'read'>;
  readonly receivers: Receivers;
  readonly queues: ReadonlyMap<Receiver, NotificationQueue>;
  /** Which changes receivers are notified of. */
  readonly tells: 'all' | 'ended';
  readonly publicUrl?: string | undefined;
  /** Called when a receiver begins to lose events. */
  readonly warn: (receiver: Receiver) => void;
}

const batchSize = 200;

/** Moves changes of state to the queues of their receivers. */
export class EventRelay {
  readonly #deps: RelayDeps;
  readonly #full = new Set<Receiver>();

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  /**
   * Moves all that there are. If it is interrupted, some are moved again, which a queue notices unless the delivery has
   * already been made.
   * @throws {AppError} store-unavailable
   */
  async relay(): Promise<void> {
    const { events } = this.#deps;
    for (let batch = await events.first(batchSize); batch.length > 0; batch = await events.first(batchSize)) {
      const messages = new Map<Receiver, EventMessage[]>();
      for (const event of batch) {
        const receivers = this.#receiversOf(event);
        const message = receivers.length === 0 ? undefined : await this.#messageOf(event);
        if (message === undefined) continue;
        for (const receiver of receivers) messages.set(receiver, [...(messages.get(receiver) ?? []), message]);
      }
      for (const [receiver, ofReceiver] of messages) await this.#add(receiver, ofReceiver);
      await events.remove(batch);
      if (batch.length < batchSize) return;
    }
  }

  #receiversOf({ state, namespace }: StateEvent): readonly Receiver[] {
    const { tells, receivers } = this.#deps;
    return tells === 'all' || (state !== 'WAITING' && isFinal(state)) ? receivers.of(namespace) : [];
  }

  /** @returns undefined if the execution was removed, or its wait has ended, in the meantime */
  async #messageOf(event: StateEvent): Promise<EventMessage | undefined> {
    const record = await this.#deps.store.read(event.executionId);
    // Someone was faster.
    if (event.state === 'WAITING' && record?.waitingFor === undefined) return undefined;
    return record && { id: eventId(event), body: JSON.stringify(executionEvent(event, record, this.#deps.publicUrl)) };
  }

  async #add(receiver: Receiver, messages: readonly EventMessage[]): Promise<void> {
    const queue = this.#deps.queues.get(receiver);
    if (queue === undefined) return;
    const { waiting } = await queue.counts();
    const kept = messages.slice(0, Math.max(0, maxWaiting - waiting));
    if (kept.length > 0) await queue.add(kept);
    if (kept.length === messages.length) return void this.#full.delete(receiver);
    await this.#deps.events.countLost(messages.length - kept.length);
    if (!this.#full.has(receiver)) this.#deps.warn(receiver);
    this.#full.add(receiver);
  }
}
