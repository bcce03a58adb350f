import { quoteShort } from '../../../problem/describe-value.ts';
import type { Placed } from '../flow-draft.ts';
import type { Reading } from '../../document/reading.ts';

/** Reports every entry whose id an earlier one has. */
export function reportDuplicates(
  what: string,
  entries: readonly Placed<{ readonly id: string }>[],
  reading: Reading,
): void {
  const seen = new Set<string>();
  for (const { value, path } of entries) {
    if (value.id === '') continue;
    if (seen.has(value.id)) {
      const message = `Another ${what} has the id ${quoteShort(value.id)} already; ids are unique.`;
      reading.problems.push({ code: 'duplicate-id', message, path: [...path, 'id'] });
    }
    seen.add(value.id);
  }
}
