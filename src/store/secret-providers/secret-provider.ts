import { smallAnswer } from '../../base/answers/answer-limits.ts';
import { parseAnswer } from '../../base/answers/parse-answer.ts';
import { UnusableAnswer } from '../../base/answers/unusable-answer.ts';
import type { SecretsConfiguration } from '../../base/config/secrets-configuration.ts';
import type { SecretReference } from '../../language/input-types/secret-reference.ts';

/*
 * Where secrets are kept outside Flowgate. A provider is a module of this folder and a line in `open-providers.ts`; its
 * name is declared in `base/config/allowed-values.ts`, and what its references look like in
 * `language/input-types/secret-reference.ts`.
 */

/** Opens a provider without calling it; undefined if its settings are missing. */
export type OpenProvider = (settings: SecretsConfiguration) => SecretProvider | undefined;

export interface SecretProvider {
  /**
   * Reads the current value. May be called concurrently.
   * @throws {MissingSecret} if the answer will not change by itself
   * @throws any other error for an outage; its message is shown and contains no secret
   */
  read(reference: SecretReference, signal: AbortSignal): Promise<string>;
}

/** The provider has no such secret, or does not let Flowgate read it. The message is a clause. */
export class MissingSecret extends Error {
  override readonly name = 'MissingSecret';
}

/** How long a provider may take for a secret, in milliseconds. */
export const maxReadMilliseconds = 5_000;

/**
 * What is too large concerns one secret. As an outage it would hold up all others.
 * @throws {MissingSecret} for an answer above a limit; other errors as they are
 */
export function unlessTooMuch(error: unknown): never {
  throw error instanceof UnusableAnswer && error.isTooMuch ? new MissingSecret(error.message) : error;
}

/**
 * The string in a JSON object, for a secret that contains several.
 * @throws {MissingSecret}
 */
export async function partOf(text: string, key: string | undefined): Promise<string> {
  if (key === undefined) return text;
  const object = await parseAnswer(text, { of: 'a secret', ...smallAnswer }).catch((error: unknown) => {
    if (!(error instanceof UnusableAnswer)) throw error;
    throw new MissingSecret(
      `the secret ${error.isTooMuch ? 'has too many levels or values' : 'is not JSON'}, so that it has no keys`,
    );
  });
  return stringAt(object, key);
}

/** @throws {MissingSecret} unless the value is an object with a string, number or boolean at the key */
export function stringAt(value: unknown, key: string): string {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const member: unknown = isObject ? Reflect.get(value, key) : undefined;
  if (typeof member === 'string') return member;
  if (typeof member === 'number' || typeof member === 'boolean') return String(member);
  throw new MissingSecret(`the secret has no text under the key ${key}`);
}
