const prefixed = /^0[xb]/i;

/**
 * The value of a number as Groovy writes it: `42`, `1_000`, `0x1F`, `0b11`, `017`, `1.5`, `1e3`, `7L`.
 * @returns undefined if a JavaScript number cannot hold it exactly enough
 */
export function readNumber(source: string): number | undefined {
  const digits = source.replaceAll('_', '');
  const isHexadecimal = /^0x/i.test(digits);
  const plain = digits.replace(isHexadecimal ? /[gli]$/i : /[glifd]$/i, '');
  const isDecimal = !prefixed.test(plain) && /[.e]/i.test(plain);
  const isOctal = /^0\d+$/.test(plain);
  if (isOctal && /[89]/.test(plain)) return undefined;
  const value = isOctal ? Number.parseInt(plain, 8) : Number(plain);
  return Number.isFinite(value) && (isDecimal || Number.isSafeInteger(value)) ? value : undefined;
}
