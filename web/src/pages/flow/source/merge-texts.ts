import { diff3Merge } from 'node-diff3';

export interface TextVersions {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/**
 * The base with the changes of both texts.
 * @returns undefined if both changed the same lines, or lines next to each other, in different ways
 */
export function mergeTexts({ base, mine, theirs }: TextVersions): string | undefined {
  const parts = diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n'));
  const merged = parts.map(({ ok }) => ok);
  return merged.includes(undefined) ? undefined : merged.flat().join('\n');
}
