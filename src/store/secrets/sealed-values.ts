import { AppError } from '../../base/problem/app-error.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { isSealedValue, sealedPrefix } from '../../language/inputs/sealed-value.ts';
import { limitProblem } from '../../language/safe-patterns/value-limits.ts';
import { keyNotConfigured, type SecretBox } from './secret-box.ts';

/** A secret input of a flow, which need not exist. */
export interface SecretInput {
  readonly flow: FlowKey;
  readonly inputId: string;
}

/** Seals values of secret inputs, so that a trigger can have them in the text of its flow (docs/reference/triggers.md). */
export class SealedValues {
  readonly #box: SecretBox | undefined;

  /** @param box absent if there is no key to encrypt with */
  constructor(box: SecretBox | undefined) {
    this.#box = box;
  }

  /**
   * @returns the text that stands for the value in this input alone
   * @throws {AppError} key-not-configured; invalid-request for a value that no task could be given
   */
  seal(input: SecretInput, value: string): string {
    const problem = limitProblem(value);
    if (problem !== undefined) throw new AppError('invalid-request', `The secret ${problem.clause}.`);
    if (this.#box === undefined) throw keyNotConfigured('the sealed values of triggers');
    return `${sealedPrefix}${this.#box.seal(value, purpose(input))}`;
  }

  /** @returns undefined if the text was sealed for another input, with another key, or not at all */
  open(input: SecretInput, text: string): string | undefined {
    return isSealedValue(text) ? this.#box?.open(text.slice(sealedPrefix.length), purpose(input)) : undefined;
  }
}

function purpose({ flow, inputId }: SecretInput): string {
  return `trigger input ${flowName(flow)}/${inputId}`;
}
