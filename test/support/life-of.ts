import { ExecutionLife, type Sent, type Timed } from '../../src/execution/execution-life.ts';
import type { ExecutionStore, LifeStore } from '../../src/execution/record/execution-store.ts';
import type { Fence } from '../../src/execution/record/lease.ts';
import type { FinalState } from '../../src/execution/record/execution-state.ts';
import type { LifeEvent } from '../../src/lifecycle/events.ts';

type Stores = LifeStore & Pick<ExecutionStore, 'read'>;

/** The life of the executions of a store, without a queue and observers. @param queued called with what is queued */
export function lifeOf(store: Stores, queued: (id: string) => void = () => undefined): ExecutionLife {
  return new ExecutionLife({
    store,
    queue: { add: async (id) => queued(id) },
    now: () => new Date(),
    observers: [],
  });
}

/** Sends events to an execution as it is now, one after the other. @returns what the last one did */
export async function tell(
  { life, store }: { readonly life: Pick<ExecutionLife, 'send'>; readonly store: Pick<ExecutionStore, 'read'> },
  id: string,
  events: Timed<LifeEvent> | readonly Timed<LifeEvent>[],
  fence?: Fence,
): Promise<Sent> {
  let sent: Sent = { isApplied: false, why: 'missing', record: undefined };
  for (const event of [events].flat() as readonly Timed<LifeEvent>[]) {
    const record = await store.read(id);
    if (record === undefined) return { isApplied: false, why: 'missing', record };
    sent = await life.send(record, event, fence);
  }
  return sent;
}

/** Lets an execution run, and end. */
export function endedIn(state: FinalState, at?: Date): readonly Timed<LifeEvent>[] {
  return [
    { name: 'begun', at },
    { name: 'finished', state, at },
  ];
}
