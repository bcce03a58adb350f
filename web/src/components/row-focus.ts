const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Moves the focus between the row links of a table for an arrow key, `j`, `k`, Home or End.
 * @returns whether it moved
 */
export function moveRowFocus(table: HTMLElement, key: string): boolean {
  const links = [...table.querySelectorAll<HTMLElement>('[data-row-link]')];
  const focused = links.indexOf(document.activeElement as HTMLElement); // -1 for anything else
  const target = links[targetRow({ key, focused, count: links.length }) ?? -1];
  target?.focus();
  return target !== undefined;
}

/** The row to focus; undefined if the key moves nothing. @param focused -1 if no row has the focus */
export function targetRow({
  key,
  focused,
  count,
}: {
  readonly key: string;
  readonly focused: number;
  readonly count: number;
}): number | undefined {
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, focused + step));
}
