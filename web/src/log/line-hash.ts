/** The line number in a hash such as `#L120`. */
export function lineOfHash(hash: string): number | undefined {
  const number = Number(/^#L(\d{1,9})$/.exec(hash)?.[1] ?? 0);
  return number > 0 ? number : undefined;
}
