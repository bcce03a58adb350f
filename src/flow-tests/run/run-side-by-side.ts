import { availableParallelism } from 'node:os';

/**
 * Does the work for each item, a few at once, and returns the results in the order of the items; after a stop, only
 * those of the items that had begun.
 */
export async function runSideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { stop, atOnce = availableParallelism() }: { readonly stop: AbortSignal; readonly atOnce?: number },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const workOff = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (stop.aborted) return;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, workOff));
  return results.filter((result) => result !== undefined);
}
