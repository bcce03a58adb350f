import type { SecretMask } from '../masking/secret-mask.ts';

/** A line of JSON with the secrets in its strings masked. What is no string stays, so that the line stays JSON. */
export function maskedLine(line: string, mask: SecretMask): string {
  if (mask.apply(line) === line) return line;
  const record: unknown = JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' ? mask.apply(value) : value,
  );
  return `${JSON.stringify(record)}\n`;
}
