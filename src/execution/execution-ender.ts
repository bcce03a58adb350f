import { openStates, type ExecutionState, type FinalState } from './execution-state.ts';
import type { ChangedFields, ExecutionStore } from './execution-store.ts';
import type { TriggerQueue } from './trigger-queue.ts';

export interface ExecutionEnding {
  readonly state: FinalState;
  readonly fields?: ChangedFields;
  /** The end is recorded only in one of these states; any that is not final when absent. */
  readonly from?: readonly ExecutionState[];
  /** When it ended; now when absent. */
  readonly at?: Date;
}

/** Ends executions, and lets those begin that have waited for it. */
export class ExecutionEnder {
  readonly #store: ExecutionStore;
  readonly #queue: TriggerQueue;
  readonly #now: () => Date;

  constructor(collaborators: { readonly store: ExecutionStore; readonly queue: TriggerQueue; readonly now: () => Date }) {
    this.#store = collaborators.store;
    this.#queue = collaborators.queue;
    this.#now = collaborators.now;
  }

  /** @returns whether it is this call that ended it */
  async end(id: string, { state, fields, from = openStates, at = this.#now() }: ExecutionEnding): Promise<boolean> {
    const outcome = await this.#store.change(id, { from, to: state, at, fields: { trouble: null, ...fields } });
    if (outcome.outcome !== 'changed') return false;
    for (const released of outcome.released) await this.#queue.add(released);
    return true;
  }
}
