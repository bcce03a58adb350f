/** The two revisions that are compared. */
export interface RevisionPair {
  readonly from: number;
  readonly to: number;
}

/**
 * The revisions in the address, completed: up to the latest one, and from the one before.
 * @returns undefined if there is only one revision and none is chosen
 */
export function chosenRevisions(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  latest: number,
): RevisionPair | undefined {
  const end = revisionOf(to, latest) ?? latest;
  const start = revisionOf(from, latest) ?? end - 1;
  return start < 1 ? undefined : { from: start, to: end };
}

function revisionOf(text: string | undefined, latest: number): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  return Math.min(Number(text), latest);
}
