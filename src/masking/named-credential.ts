/**
 * The ID of the Jenkins credential that the value of a secret input names instead of containing the secret:
 * `credential:<id>` (docs/reference/inputs.md). Returns undefined for any other value.
 */
export function namedCredential(value: string): string | undefined {
  return /^credential:([A-Za-z0-9._-]{1,255})$/.exec(value)?.[1];
}
