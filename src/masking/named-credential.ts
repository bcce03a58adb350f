/**
 * The credential of Jenkins that a SECRET's value names in place of the secret itself, `credential:<id>`
 * (docs/reference/inputs.md); undefined for every other value.
 */
export function namedCredential(value: string): string | undefined {
  return /^credential:([A-Za-z0-9._-]{1,255})$/.exec(value)?.[1];
}
