import { isSeparate } from '../../language/flow/separate-calls.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import type { Problem } from '../../problem/problem.ts';
import type { SubflowNode } from './load-subflows.ts';

/** A build takes the locks of its own flow, and none of those flows whose tasks it includes: a warning for each. */
export function locksNotTaken({ flow: { locks: taken = [] }, calls }: SubflowNode): readonly Problem[] {
  return calls.flatMap(({ placed: { path, task }, node }) => {
    const { locks = [] } = node === undefined || isSeparate(task) ? {} : node.flow;
    return locks
      .filter((lock) => !taken.some((other) => canBeSame(lock.text, other.text)))
      .map(({ text }): Problem => {
        const message = `The lock ${quoteShort(text)} of ${node?.name} is not taken, because its tasks run in the build of this flow. Add it to the locks of this flow, or set "separate: true".`;
        return { code: 'lock-not-taken', message, path: [...path, 'flowId'] };
      });
  });
}

/** Whether names of locks, which can refer to inputs of different flows, begin alike. */
function canBeSame(one: string, other: string): boolean {
  const [start = '', otherStart = ''] = [one, other].map((text) => text.split('{{', 1)[0]);
  if (one === start && other === otherStart) return one === other;
  return start.startsWith(otherStart) || otherStart.startsWith(start);
}
