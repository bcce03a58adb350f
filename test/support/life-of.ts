import { nothingCarried } from '../../src/language/execution-plan/segment.ts';
import type { LifeEvent } from '../../src/lifecycle/events.ts';
import type { WaitingFor } from '../../src/lifecycle/execution-phases.ts';
import type { ExecutionRecord } from '../../src/lifecycle/execution-record.ts';
import type { FinalState } from '../../src/lifecycle/execution-state.ts';
import type { SegmentLeft, WaitResult } from '../../src/lifecycle/segments.ts';
import { ExecutionLife, type Sent, type Timed } from '../../src/store/executions/execution-life.ts';
import type { LifeStore } from '../../src/store/executions/record/execution-store.ts';
import type { RedisExecutionStore } from '../../src/store/executions/redis/redis-execution-store.ts';
import type { Fence } from '../../src/store/leases/lease.ts';

type Stores = LifeStore & Pick<RedisExecutionStore, 'read'>;
type Ports = { readonly life: Pick<ExecutionLife, 'send'>; readonly store: Pick<RedisExecutionStore, 'read'> };
export type Told = Timed<LifeEvent>;

/** The life of the executions of a store, without observers. @param queued called with what is queued */
export function lifeOf(store: Stores, queued: (id: string) => unknown = () => undefined): ExecutionLife {
  return new ExecutionLife({
    store,
    queue: { add: async (id) => void (await queued(id)) },
    now: () => new Date(),
  });
}

/**
 * Sends events to an execution as it is now, one after the other, until one of them is dropped.
 * @param place a store alone has a life without a queue
 * @returns what the last one did
 */
export async function tell(
  place: Ports | Stores,
  id: string,
  events: Told | readonly Told[],
  fence?: Fence,
): Promise<Sent> {
  const { life, store } = 'life' in place ? place : { life: lifeOf(place), store: place };
  let sent: Sent = { isApplied: false, why: 'missing', record: undefined };
  for (const event of [events].flat() as readonly Told[]) {
    const record = await store.read(id);
    if (record === undefined) return { isApplied: false, why: 'missing', record };
    sent = await life.send(record, event, fence);
    if (!sent.isApplied) return sent;
  }
  return sent;
}

/** The same for events that must fit. @returns the record as they leave it */
export async function told(
  place: Ports | Stores,
  id: string,
  events: Told | readonly Told[],
  fence?: Fence,
): Promise<ExecutionRecord> {
  const sent = await tell(place, id, events, fence);
  if (!sent.isApplied)
    throw new Error(`The execution ${id} is ${sent.record?.phase}, and an event was dropped: ${sent.why}`);
  return sent.record;
}

/** Sends events that must fit. @returns the phase in which they leave the execution, and all that they queued */
export async function queuedBy(
  store: Stores,
  id: string,
  events: Told | readonly Told[],
): Promise<{ readonly phase: ExecutionRecord['phase']; readonly queued: readonly string[] }> {
  const queued: string[] = [];
  const life = lifeOf(store, (each) => void queued.push(each));
  const { phase } = await told({ life, store }, id, events);
  return { phase, queued };
}

/** Lets an execution run, and end. */
export function endedIn(state: FinalState, { reason, at }: { readonly reason?: string; readonly at?: Date } = {}) {
  return [
    { name: 'begun', at },
    { name: 'finished', state, reason, at },
  ] as const satisfies readonly Told[];
}

/** The end of an execution in the phase in which it is: one that does not run yet is killed. */
export function endFrom({ phase }: Pick<ExecutionRecord, 'phase'>): Told {
  const killed = { state: 'KILLED' } as const;
  if (phase === 'waiting') return { name: 'endedInWait', result: { end: killed }, ...killed };
  return phase === 'running' ? { name: 'finished', state: 'SUCCESS' } : { name: 'neverBegan', ...killed };
}

/** The end of a segment at a task that waits. */
export function waitBegan(waitingFor: WaitingFor, left: Partial<SegmentLeft> = {}, at?: Date) {
  const { task } = waitingFor;
  return {
    name: 'waitBegan',
    waitingFor,
    left: { task, elapsed: 0, hasWarning: false, tasks: [], carried: nothingCarried, logBytes: 0, ...left },
    at,
  } as const satisfies Told;
}

/** The end of a wait, after which the next segment runs. */
export function waitEnded(result: Partial<WaitResult> = {}, at?: Date) {
  return { name: 'waitEnded', result: { end: { state: 'SUCCESS' }, ...result }, at } as const satisfies Told;
}
