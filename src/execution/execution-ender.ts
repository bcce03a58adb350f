import { openStates, type ExecutionState, type FinalState } from './record/execution-state.ts';
import type { ChangedFields, ExecutionChange, ExecutionStore } from './record/execution-store.ts';
import type { SecretVault } from './record/secret-vault.ts';
import type { TriggerQueue } from './record/trigger-queue.ts';

export interface ExecutionEnding {
  readonly state: FinalState;
  readonly fields?: ChangedFields;
  /** Conditions of the change, as of the store. */
  readonly only?: Pick<ExecutionChange, 'wait' | 'segment' | 'fence'>;
  /** The end is recorded only from these states; by default from any state that is not final. */
  readonly from?: readonly ExecutionState[];
  /** The time of the end; now by default. */
  readonly at?: Date;
}

export interface ExecutionEnderDeps {
  readonly store: ExecutionStore;
  readonly queue: TriggerQueue;
  readonly vault?: Pick<SecretVault, 'forget'>;
  readonly now: () => Date;
}

/** Ends executions, and queues the executions that waited for them. */
export class ExecutionEnder {
  readonly #deps: ExecutionEnderDeps;

  constructor(deps: ExecutionEnderDeps) {
    this.#deps = deps;
  }

  /** @returns whether this call ended it */
  async end(
    id: string,
    { state, fields, only, from = openStates, at = this.#deps.now() }: ExecutionEnding,
  ): Promise<boolean> {
    const outcome = await this.#deps.store.change(id, {
      ...only,
      from,
      to: state,
      at,
      fields: { trouble: null, ...fields },
    });
    if (outcome.outcome !== 'changed') return false;
    this.#deps.vault?.forget(id);
    for (const released of outcome.released) await this.#deps.queue.add(released);
    return true;
  }
}
