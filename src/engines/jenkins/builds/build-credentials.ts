import { secretParts } from '../../../base/masking/secret-parts.ts';

/** The prefix of the IDs of all credentials that Flowgate creates in Jenkins. */
export const credentialPrefix = 'flowgate-';

/** A secret text in Jenkins. */
export interface Credential {
  readonly id: string;
  readonly value: string;
}

/**
 * The credentials that pass a secret to the build of one execution: the whole value and, because Jenkins masks only
 * whole strings in few forms, its other parts (docs/explanation/secrets.md). The ID of the whole value contains the
 * number of parts: `flowgate-<execution>-<parameter>.2` comes with `...2.1` and `...2.2`.
 */
export function credentialsOf(
  executionId: string,
  parameter: string,
  value: string,
): { readonly whole: Credential; readonly parts: readonly Credential[] } {
  const base = `${credentialPrefix}${executionId}-${parameter.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  const parts = secretParts(value);
  const id = parts.length === 0 ? base : `${base}.${parts.length}`;
  return { whole: { id, value }, parts: parts.map((part, index) => ({ id: `${id}.${index + 1}`, value: part })) };
}

/** The execution that a credential was created for; undefined if Flowgate did not create it. */
export function executionOfCredential(id: string): string | undefined {
  return /^flowgate-([0-9A-HJKMNP-TV-Z]{26})-/.exec(id)?.[1];
}
