import { availableParallelism } from 'node:os';

/** Does the work for each item, a few at once, and returns the results in the order of the items. */
export async function runSideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = availableParallelism(),
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const workOff = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, workOff));
  return results;
}
