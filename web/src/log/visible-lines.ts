/** Pixels of a line; a fixed height makes every position a multiplication. */
export const lineHeight = 18;
const overscan = 30;

/** The range of lines to have in the document, counted from 0, not including the end. */
export function visibleLines({
  count,
  scrollTop,
  height,
}: {
  readonly count: number;
  readonly scrollTop: number;
  /** Of the pane. */
  readonly height: number;
}): { readonly start: number; readonly end: number } {
  const start = Math.max(0, Math.floor(scrollTop / lineHeight) - overscan);
  const end = Math.min(count, Math.ceil((scrollTop + height) / lineHeight) + overscan);
  return { start: Math.min(start, end), end };
}
