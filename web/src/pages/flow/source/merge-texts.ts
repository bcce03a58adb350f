import { diffArrays } from 'diff';

/** Lines of the base that a text replaces. */
interface Change {
  /** The index of the first replaced line. */
  readonly start: number;
  /** The index after the last one; `start` if lines are only added. */
  readonly end: number;
  readonly lines: readonly string[];
}

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
  const lines = base.split('\n');
  const changes = changesOf(lines, mine);
  for (const change of changesOf(lines, theirs)) {
    const touching = changes.filter(({ start, end }) => start <= change.end && change.start <= end);
    if (touching.length === 0) changes.push(change);
    else if (touching.length > 1 || !isSame(touching[0]!, change)) return undefined;
  }
  const merged: string[] = [];
  let at = 0;
  for (const { start, end, lines: added } of changes.toSorted((left, right) => left.start - right.start)) {
    merged.push(...lines.slice(at, start), ...added);
    at = end;
  }
  return [...merged, ...lines.slice(at)].join('\n');
}

function changesOf(base: readonly string[], text: string): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: { start: number; lines: string[] } | undefined;
  const close = () => {
    if (open !== undefined) changes.push({ ...open, end: at });
    open = undefined;
  };
  for (const { added, removed, value } of diffArrays([...base], text.split('\n'))) {
    if (!added && !removed) close();
    else open ??= { start: at, lines: [] };
    if (added) open?.lines.push(...value);
    else at += value.length;
  }
  close();
  return changes;
}

function isSame(left: Change, right: Change): boolean {
  return left.start === right.start && left.end === right.end && left.lines.join('\n') === right.lines.join('\n');
}
