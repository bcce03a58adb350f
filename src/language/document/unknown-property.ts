import { enumerate, quoteShort } from '../../problem/describe-value.ts';
import { translation } from '../../problem/foreign-word.ts';
import { didYouMean } from '../../problem/nearest-word.ts';
import type { Problem } from '../../problem/problem.ts';

/**
 * The problem of a property that its map does not have: names the nearest one that it has, or all of them.
 * @param nearest gives the sentence about the nearest name; `Suggestions` has one with a budget for the document
 */
export function unknownProperty(
  name: string,
  allowed: readonly string[],
  nearest: (name: string, allowed: readonly string[]) => string = didYouMean,
): Pick<Problem, 'code' | 'message' | 'at'> {
  const advice = translation(name, allowed) || nearest(name, allowed) || ` Allowed are ${enumerate(allowed)}.`;
  return { code: 'unknown-property', message: `There is no property ${quoteShort(name)} here.${advice}`, at: 'key' };
}
