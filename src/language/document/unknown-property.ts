import { enumerate, quoteShort } from '../../base/problem/describe-value.ts';
import { translation } from '../../base/problem/foreign-word.ts';
import type { Problem } from '../../base/problem/problem.ts';
import { didYouMean } from '../../base/text/nearest-word.ts';

/**
 * The problem of a property that a map does not have. Suggests the nearest allowed one, or lists all of them.
 * @param nearest returns the suggestion; `Suggestions` has one with a budget for the document
 */
export function unknownProperty(
  name: string,
  allowed: readonly string[],
  nearest: (name: string, allowed: readonly string[]) => string = didYouMean,
): Pick<Problem, 'code' | 'message' | 'at'> {
  const advice = translation(name, allowed) || nearest(name, allowed) || ` Allowed: ${enumerate(allowed)}.`;
  return { code: 'unknown-property', message: `Unknown property ${quoteShort(name)}.${advice}`, at: 'key' };
}
