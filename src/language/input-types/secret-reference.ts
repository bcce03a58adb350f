import { secretProviderNames, type SecretProviderName } from '../../base/config/allowed-values.ts';

/*
 * The texts that name a secret instead of containing it (docs/reference/inputs.md#secret-references). Each provider but
 * Jenkins is a module of `src/store/secret-providers`.
 */

const segment = String.raw`[A-Za-z0-9_][A-Za-z0-9_.@+=-]*`;
const path = String.raw`${segment}(?:/${segment})*`;
const key = String.raw`#(?<key>[A-Za-z0-9_][A-Za-z0-9_.-]*)`;

/** What follows the name of a provider and a colon; no path can leave what a prefix allows. */
const forms: Readonly<Record<SecretProviderName, { readonly pattern: string; readonly shown: string }>> = {
  file: { pattern: `(?<path>${path})`, shown: '<path below the folder>' },
  env: { pattern: '(?<path>[A-Za-z_][A-Za-z0-9_]*)', shown: '<name>' },
  vault: { pattern: `(?<path>${path})${key}`, shown: '<path>#<key>' },
  aws: { pattern: `(?<path>(?:arn:[a-z0-9:-]+:secret:)?${path})(?:${key})?`, shown: '<name or ARN>[#<key>]' },
  gcp: {
    pattern: `(?<path>(?:projects/[a-z0-9-]+/secrets/)?[A-Za-z0-9_-]+(?:/versions/[a-z0-9]+)?)(?:${key})?`,
    shown: '<name>[#<key>]',
  },
};

/** The name of a secret. */
export interface SecretReference {
  readonly provider: SecretProviderName;
  /** What the provider calls the secret. */
  readonly path: string;
  /** The part of the secret, which then contains several. */
  readonly key: string | undefined;
  /** As it was written: `vault:web/deploy#token`. */
  readonly text: string;
}

const maxLength = 512;
const patterns = new Map(secretProviderNames.map((name) => [name, new RegExp(`^${forms[name].pattern}$`)]));

/** Undefined for a secret itself, and for what names a credential of Jenkins. */
export function secretReference(text: string): SecretReference | undefined {
  const provider = providerIn(text);
  if (provider === undefined || text.length > maxLength) return undefined;
  const found = patterns.get(provider)?.exec(text.slice(provider.length + 1))?.groups;
  return found && { provider, path: found['path'] ?? '', key: found['key'], text };
}

/** What is wrong with a text that begins like a reference. */
export function referenceProblem(text: string): string | undefined {
  const provider = providerIn(text);
  if (provider === undefined || secretReference(text) !== undefined) return undefined;
  return `Value must be ${provider}:${forms[provider].shown}, with at most ${maxLength} characters, because it begins with ${provider}:`;
}

/** Whether a text names a secret, so that everyone may see it. */
export function namesSecret(text: string): boolean {
  return namedCredential(text) !== undefined || secretReference(text) !== undefined;
}

/** The id of the credential of Jenkins in `credential:<id>`; undefined for any other value. */
export function namedCredential(text: string): string | undefined {
  return /^credential:([A-Za-z0-9._-]{1,255})$/.exec(text)?.[1];
}

function providerIn(text: string): SecretProviderName | undefined {
  return secretProviderNames.find((name) => text.startsWith(`${name}:`));
}
