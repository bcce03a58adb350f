/** The position of the first of some sorted lines that is not before a line. */
export function positionOf(sorted: readonly number[], line: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isAmong(sorted: readonly number[], line: number): boolean {
  return sorted[positionOf(sorted, line)] === line;
}
