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

  /** @param secrets input id to plain value */
  seal(executionId: string, secrets: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...secrets].map(([inputId, value]) => [inputId, this.#deps.box.seal(value, purpose(executionId, inputId))]),
    );
  }

  /**
   * Input id to plain value; undefined once the execution has ended, when nobody can mask anything any more.
   * @throws Error when the key is another one than it was sealed with
   */
  async open(executionId: string): Promise<ReadonlyMap<string, string> | undefined> {
    const sealed = Object.entries(await this.#deps.store.secrets(executionId));
    // They go together with the end: what was read of an execution that goes on still, was all of them.
    const record = await this.#deps.store.read(executionId);
    if (record === undefined || isFinal(record.state)) return undefined;
    return new Map(
      sealed.map(([inputId, text]) => {
        const value = this.#deps.box.open(text, purpose(executionId, inputId));
        if (value === undefined)
          throw new SealError(`The secret ${inputId} of ${executionId} was sealed with another FLOWGATE_KEY`);
        return [inputId, value];
      }),
    );
  }

  /** A digest that tells equal texts, and nothing else to who does not hold the key. */
  digest(text: string): string {
    return this.#deps.box.digest(text);
  }
}

/** The key that a secret was sealed with is not there any more. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

function purpose(executionId: string, inputId: string): string {
  return `${executionId} ${inputId}`;
}
