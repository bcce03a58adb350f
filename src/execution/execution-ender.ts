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

export interface ExecutionEnderDeps {
  readonly store: ExecutionStore;
  readonly queue: TriggerQueue;
  readonly now: () => Date;
}

/** Ends executions, and lets those begin that have waited for it. */
export class ExecutionEnder {
  readonly #deps: ExecutionEnderDeps;

  constructor(deps: ExecutionEnderDeps) {
    this.#deps = deps;
  }

  /** @returns whether it is this call that ended it */
  async end(
    id: string,
    { state, fields, from = openStates, at = this.#deps.now() }: ExecutionEnding,
  ): Promise<boolean> {
    const outcome = await this.#deps.store.change(id, { from, to: state, at, fields: { trouble: null, ...fields } });
    if (outcome.outcome !== 'changed') return false;
    for (const released of outcome.released) await this.#deps.queue.add(released);
    return true;
  }
}
