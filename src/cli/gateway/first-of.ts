import type { Terminal } from '../terminal.ts';

/**
 * The first items of a list. If there are more, a line on standard error says so.
 * @param read reads up to this many items
 */
export async function firstOf<Item>(
  read: (max: number) => AsyncIterable<Item>,
  limit: number,
  { stderr }: Pick<Terminal, 'stderr'>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of read(limit + 1)) items.push(item);
  if (items.length <= limit) return items;
  stderr.write(`Only the first ${limit} are shown; use --limit to see more.\n`);
  return items.slice(0, limit);
}
