import { openStates, type ExecutionState, type FinalState } from './record/execution-state.ts';
import type { ChangedFields, ExecutionStore } from './record/execution-store.ts';
import type { TriggerQueue } from './record/trigger-queue.ts';

export interface ExecutionEnding {
  readonly state: FinalState;
  readonly fields?: ChangedFields;
  /** The end is recorded only in one of these states; any that is not final when absent. */
  readonly from?: readonly ExecutionState[];
  /** When it ended; now when absent. */
  readonly at?: Date;
}

export interface ExecutionEnderCollaborators {
  readonly store: ExecutionStore;
  readonly queue: TriggerQueue;
  readonly now: () => Date;
}

/** Ends executions, and lets those begin that have waited for it. */
export class ExecutionEnder {
  readonly #with: ExecutionEnderCollaborators;

  constructor(collaborators: ExecutionEnderCollaborators) {
    this.#with = collaborators;
  }

  /** @returns whether it is this call that ended it */
  async end(id: string, { state, fields, from = openStates, at = this.#with.now() }: ExecutionEnding): Promise<boolean> {
    const outcome = await this.#with.store.change(id, { from, to: state, at, fields: { trouble: null, ...fields } });
    if (outcome.outcome !== 'changed') return false;
    for (const released of outcome.released) await this.#with.queue.add(released);
    return true;
  }
}
