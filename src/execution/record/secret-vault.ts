import type { SecretBox } from '../../store/secrets/secret-box.ts';
import { isFinal } from './execution-state.ts';
import type { ExecutionStore } from './execution-store.ts';

export interface SecretVaultDeps {
  readonly box: SecretBox;
  readonly store: Pick<ExecutionStore, 'secrets' | 'read'>;
}

/** The secrets of executions, which the store keeps sealed until the build ends (docs/explanation/secrets.md). */
export class SecretVault {
  readonly #deps: SecretVaultDeps;

  constructor(deps: SecretVaultDeps) {
    this.#deps = deps;
  }

  /** @param secrets plain values by input ID */
  seal(executionId: string, secrets: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...secrets].map(([inputId, value]) => [inputId, this.#deps.box.seal(value, purpose(executionId, inputId))]),
    );
  }

  /**
   * Plain values by input ID; undefined once the execution has ended, because nothing can be masked any more.
   * @throws Error if they were sealed with another key
   */
  async open(executionId: string): Promise<ReadonlyMap<string, string> | undefined> {
    const sealed = Object.entries(await this.#deps.store.secrets(executionId));
    // They are deleted in the step that ends the execution: if it is still open now, all of them were read.
    const record = await this.#deps.store.read(executionId);
    if (record === undefined || isFinal(record.state)) return undefined;
    return new Map(
      sealed.map(([inputId, text]) => {
        const value = this.#deps.box.open(text, purpose(executionId, inputId));
        if (value === undefined)
          throw new SealError(
            `The secret ${inputId} of the execution ${executionId} was sealed with a different FLOWGATE_KEY`,
          );
        return [inputId, value];
      }),
    );
  }

  /** A digest that shows whether strings are equal; without the key it reveals nothing else. */
  digest(text: string): string {
    return this.#deps.box.digest(text);
  }
}

/** A secret was sealed with a key that is no longer configured. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

function purpose(executionId: string, inputId: string): string {
  return `${executionId} ${inputId}`;
}
