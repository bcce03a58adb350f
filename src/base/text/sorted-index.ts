/** The index of the first of some ascending numbers that is at least `bound`; their count if all are smaller. */
export function firstAtLeast(numbers: readonly number[], bound: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
