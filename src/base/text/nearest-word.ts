/**
 * The candidate that the author most likely meant, or undefined if none is near. Near means: a Damerau-Levenshtein
 * distance (optimal string alignment, ignoring case) of at most a third of the longer word, or of one for short words,
 * and at least one character in common.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  const lowered = word.toLowerCase();
  if (lowered.length > maxWordLength) return undefined;
  let left = maxCells;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const limit = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
    if (Math.abs(candidate.length - word.length) > limit) continue;
    left -= word.length * candidate.length;
    if (left < 0) break;
    const distance = editDistance(lowered, candidate.toLowerCase(), limit);
    if (distance <= limit && distance < bestDistance && distance < Math.max(word.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A sentence that suggests the nearest candidate, to append to a message, or an empty string. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = nearestWord(word, candidates);
  return nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}

// The distance takes quadratic time. No mistyped name is longer.
const maxWordLength = 128;
// Max cells of the table below for all candidates together, about a millisecond: enough for a thousand ordinary names.
const maxCells = 300_000;

let beforePrevious = new Uint16Array(maxWordLength + 1);
let previous = new Uint16Array(maxWordLength + 1);
let current = new Uint16Array(maxWordLength + 1);

/** The exact distance up to `limit`; beyond it, any larger number. Expects lower case. */
function editDistance(left: string, right: string, limit: number): number {
  if (right.length > maxWordLength) return limit + 1;
  for (let j = 0; j <= right.length; j++) previous[j] = j;
  for (let i = 1; i <= left.length; i++) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= right.length; j++) {
      const isSame = left.charCodeAt(i - 1) === right.charCodeAt(j - 1);
      let distance = Math.min(previous[j - 1]! + (isSame ? 0 : 1), previous[j]! + 1, current[j - 1]! + 1);
      const isSwapped =
        i > 1 &&
        j > 1 &&
        left.charCodeAt(i - 1) === right.charCodeAt(j - 2) &&
        left.charCodeAt(i - 2) === right.charCodeAt(j - 1);
      if (isSwapped) distance = Math.min(distance, beforePrevious[j - 2]! + 1);
      current[j] = distance;
      least = Math.min(least, distance);
    }
    // A swap reaches two rows back and adds one to the distance there.
    if (least > limit + 1) return least;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[right.length]!;
}
