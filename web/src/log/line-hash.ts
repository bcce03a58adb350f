/** Lines that the address links to, from 1. */
export interface LinkedLines {
  readonly from: number;
  readonly to: number;
}

/** The lines in a hash such as `#L120` or `#L120-140`. */
export function linesOfHash(hash: string): LinkedLines | undefined {
  const [, first = '', last = first] = /^#L(\d{1,9})(?:-(\d{1,9}))?$/.exec(hash) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (from < 1 || to < 1) return undefined;
  return { from: Math.min(from, to), to: Math.max(from, to) };
}

/** The lines from those that were linked before to another one; this one alone without them. */
export function rangeOf(before: LinkedLines | undefined, line: number): LinkedLines {
  const other = before?.from ?? line;
  return { from: Math.min(other, line), to: Math.max(other, line) };
}

export function hashOfLines({ from, to }: LinkedLines): string {
  return from === to ? `#L${from}` : `#L${from}-${to}`;
}
