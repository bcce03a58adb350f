/** The two revisions that are compared. */
export interface RevisionPair {
  readonly from: number;
  readonly to: number;
}

/**
 * The revisions in the address, completed: up to the latest one, and from the one before, which need not have the number
 * before: old revisions may have been removed.
 * @param listed the revisions of the pages that were read, the newest first
 * @param isWhole whether these are all
 * @returns undefined if there is no earlier revision and none is chosen
 */
export function chosenRevisions(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  latest: number,
  { listed, isWhole }: { readonly listed: readonly number[]; readonly isWhole: boolean },
): RevisionPair | undefined {
  const end = revisionOf(to, latest) ?? latest;
  const before = listed.find((revision) => revision < end) ?? (isWhole ? 0 : end - 1);
  const start = revisionOf(from, latest) ?? before;
  return start < 1 ? undefined : { from: start, to: end };
}

function revisionOf(text: string | undefined, latest: number): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  return Math.min(Number(text), latest);
}
