import { secretReference } from '../../language/input-types/secret-reference.ts';
import { isFinal } from '../../lifecycle/execution-state.ts';
import type { SecretReader, SecretUser } from '../secret-providers/secret-reader.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { isCalledSecret } from './record/secret-names.ts';
import type { RedisExecutionStore } from './redis/redis-execution-store.ts';

/**
 * The secrets of executions, which the store keeps sealed until the build ends. It keeps references instead of the
 * secrets that they name (docs/explanation/secrets.md).
 */
export class SecretVault {
  readonly #deps;

  constructor(deps: {
    readonly box: SecretBox;
    readonly store: Pick<RedisExecutionStore, 'secrets' | 'read'>;
    /** Reads the secrets that references name; without it, none is allowed. */
    readonly reader?: Pick<SecretReader, 'read' | 'forget'>;
  }) {
    this.#deps = deps;
  }

  /** @param secrets plain values, or references that the namespace may use, by input ID */
  seal(executionId: string, secrets: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...secrets].map(([inputId, value]) => [inputId, this.#deps.box.seal(value, purpose(executionId, inputId))]),
    );
  }

  /**
   * Plain values by input ID; undefined once the execution has ended, because nothing can be masked any more.
   * @throws {SealError} if they were sealed with another key
   * @throws {AppError} `secret-missing`, `secret-unavailable`
   */
  async open(executionId: string): Promise<ReadonlyMap<string, string> | undefined> {
    const sealed = Object.entries(await this.#deps.store.secrets(executionId));
    // They are deleted in the step that ends the execution: if it is still open now, all of them were read.
    const record = await this.#deps.store.read(executionId);
    if (record === undefined || isFinal(record.state)) {
      this.forget(executionId);
      return undefined;
    }
    const { id, flow, actor } = record;
    const opened = sealed.map(async ([inputId, text]) => {
      const value = this.#deps.box.open(text, purpose(executionId, inputId));
      if (value === undefined)
        throw new SealError(
          `The secret ${inputId} of the execution ${executionId} was sealed with a different FLOWGATE_KEY`,
        );
      return [inputId, await this.#read({ id, flow, actor, isCalled: isCalledSecret(inputId) }, value)] as const;
    });
    return new Map(await Promise.all(opened));
  }

  /** Forgets the secrets of an execution that has ended, which it may have kept in memory. */
  forget(executionId: string): void {
    this.#deps.reader?.forget(executionId);
  }

  #read(user: SecretUser, value: string): string | Promise<string> {
    const reference = this.#deps.reader && secretReference(value);
    return reference === undefined ? value : (this.#deps.reader?.read(user, reference) ?? value);
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
