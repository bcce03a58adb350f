import { quoteShort } from '../../../base/problem/describe-value.ts';
import type { Placed } from '../../document/entries.ts';
import type { Reading } from '../../document/reading.ts';

/** Reports every item whose id an earlier item already has. */
export function reportDuplicates(
  what: string,
  entries: readonly Placed<{ readonly id: string }>[],
  reading: Reading,
): void {
  const seen = new Set<string>();
  for (const { value, path } of entries) {
    if (value.id === '') continue;
    if (seen.has(value.id)) {
      const message = `Another ${what} already has the id ${quoteShort(value.id)}; ids must be unique.`;
      reading.problems.push({ code: 'duplicate-id', message, path: [...path, 'id'] });
    }
    seen.add(value.id);
  }
}
