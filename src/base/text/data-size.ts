/** Bytes per unit, by short and long unit names in lower case. */
const units: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['byte', 1],
  ['kb', 1e3],
  ['kilobyte', 1e3],
  ['mb', 1e6],
  ['megabyte', 1e6],
  ['gb', 1e9],
  ['gigabyte', 1e9],
  ['kib', 2 ** 10],
  ['kibibyte', 2 ** 10],
  ['mib', 2 ** 20],
  ['mebibyte', 2 ** 20],
  ['gib', 2 ** 30],
  ['gibibyte', 2 ** 30],
]);

/**
 * Reads a size with a unit (`10MB`, `1.5 GiB`, `10 megabytes`) as bytes, rounded down: KB, MB and GB are powers of
 * 1,000; KiB, MiB and GiB are powers of 1,024 (docs/reference/inputs.md). Units are case-insensitive. Undefined for
 * anything else.
 */
export function parseDataSize(text: string): number | undefined {
  const match = /^(\d{1,15}(?:\.\d{1,15})?)\s*([a-z]{1,9}?)$/i.exec(text.trim());
  if (match === null) return undefined;
  const name = match[2]!.toLowerCase();
  const unit = units.get(name) ?? (name.endsWith('bytes') ? units.get(name.slice(0, -1)) : undefined);
  const bytes = unit === undefined ? undefined : Math.floor(Number(match[1]) * unit);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

const shownUnits = ['GB', 'GiB', 'MB', 'MiB', 'KB', 'KiB'] as const;

/** The size for people, in the largest unit that needs no fraction: `10 MB`, `1536 KiB`, `1001 bytes`. */
export function dataSizeText(bytes: number): string {
  for (const name of shownUnits) {
    const count = bytes / units.get(name.toLowerCase())!;
    if (count >= 1 && Number.isInteger(count)) return `${count} ${name}`;
  }
  return `${bytes} bytes`;
}
