import type { ExecutionRecord } from './record/execution-record.ts';
import { isFinal, type ExecutionState } from './record/execution-state.ts';
import type { ExecutionStore } from './record/execution-store.ts';

/** Receives the executions that this process starts or ends. */
export interface ExecutionObserver {
  /** It runs. Also called for a build that was adopted. */
  began?(record: ExecutionRecord): void;
  /** It has ended, and will not change again. */
  ended(record: ExecutionRecord): void;
}

/**
 * The same store, which notifies observers of executions that begin to run or end. Nothing waits for the observers, and
 * a notification can get lost if the process is killed or the store is unreachable.
 */
export function observedStore(store: ExecutionStore, observers: readonly ExecutionObserver[]): ExecutionStore {
  const notify = (record: ExecutionRecord, state: ExecutionState): void => {
    for (const observer of observers) {
      if (state === 'RUNNING') observer.began?.(record);
      else if (isFinal(state)) observer.ended(record);
    }
  };
  const readAndNotify = async (id: string, state: ExecutionState): Promise<void> => {
    const record = await store.read(id).catch(() => undefined);
    if (record !== undefined) notify(record, state);
  };
  const observed: Pick<ExecutionStore, 'create' | 'change'> = {
    create: async (creation) => {
      const outcome = await store.create(creation);
      if (outcome.outcome === 'created') notify(outcome.record, outcome.record.state);
      return outcome;
    },
    change: async (id, change) => {
      const outcome = await store.change(id, change);
      const { to } = change;
      const isBegin = to === 'RUNNING' && observers.some(({ began }) => began !== undefined);
      const isObserved = to !== undefined && (isBegin || isFinal(to));
      if (outcome.outcome === 'changed' && isObserved) void readAndNotify(id, to);
      return outcome;
    },
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === 'create' || name === 'change') return observed[name];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
