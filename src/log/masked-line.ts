import type { SecretMask } from '../masking/secret-mask.ts';

/** Masks the secrets in the strings of a JSON line. Other values are unchanged, so that the line remains valid JSON. */
export function maskedLine(line: string, mask: SecretMask): string {
  if (mask.apply(line) === line) return line;
  const record: unknown = JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' ? mask.apply(value) : value,
  );
  return `${JSON.stringify(record)}\n`;
}
