/** Works on items at the same time, a group after the other. @returns the results in the order of the items */
export async function inGroups<Item, Result>(
  all: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < all.length; start += size)
    results.push(...(await Promise.all(all.slice(start, start + size).map(work))));
  return results;
}
