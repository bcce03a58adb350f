import type { ExecutionStore } from './execution-store.ts';
import { SecretBox } from './secret-box.ts';

/** The secrets of executions, which the store keeps sealed until the build ends (DESIGN 9.6). */
export class SecretVault {
  readonly #box: SecretBox;
  readonly #store: Pick<ExecutionStore, 'secrets'>;

  constructor(box: SecretBox, store: Pick<ExecutionStore, 'secrets'>) {
    this.#box = box;
    this.#store = store;
  }

  /** @param secrets input id to plain value */
  seal(executionId: string, secrets: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
    return Object.fromEntries([...secrets].map(([inputId, value]) => [inputId, this.#box.seal(value, purpose(executionId, inputId))]));
  }

  /**
   * Input id to plain value; empty once the execution has ended.
   * @throws Error when the key is another one than it was sealed with
   */
  async open(executionId: string): Promise<ReadonlyMap<string, string>> {
    const sealed = Object.entries(await this.#store.secrets(executionId));
    return new Map(
      sealed.map(([inputId, text]) => {
        const value = this.#box.open(text, purpose(executionId, inputId));
        if (value === undefined) throw new SealError(`The secret ${inputId} of ${executionId} was sealed with another FLOWGATE_KEY`);
        return [inputId, value];
      }),
    );
  }

  /** A digest that tells equal texts, and nothing else to who does not hold the key. */
  digest(text: string): string {
    return this.#box.digest(text);
  }
}

/** The key that a secret was sealed with is not there any more. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

function purpose(executionId: string, inputId: string): string {
  return `${executionId} ${inputId}`;
}
