import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import type { Scope } from './scope.ts';
import { textOf } from './text-of.ts';
import type { WrittenValue } from './value.ts';

/** A whole script for a shell: the argument of `sh`. */
export function shellOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  return textOf(expression, scope);
}

/** One quoted word for a shell, such as the folder of `cd`. */
export function shellWordOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  const written = textOf(expression, scope);
  return 'byHand' in written ? written : { ...written, text: `"${written.text}"` };
}
