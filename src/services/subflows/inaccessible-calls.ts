import type { Caller } from '../../access/caller.ts';
import type { Problem } from '../../problem/problem.ts';
import type { NodeCall, SubflowNode } from './load-subflows.ts';

/** A call of a flow that the caller may not see, by a flow that they may see. */
export interface InaccessibleCall {
  readonly call: NodeCall;
  /** The call of the top flow that leads there; the same one where the top flow makes it. */
  readonly outer: NodeCall;
}

/** Where the view of a caller ends: nothing behind these calls is for them. Each flow is looked at once. */
export function inaccessibleCalls(top: SubflowNode, caller: Caller): readonly InaccessibleCall[] {
  const hidden: InaccessibleCall[] = [];
  const seen = new Set<SubflowNode>([top]);
  const waiting = top.calls.map((call) => ({ call, outer: call }));
  for (const { call, outer } of waiting) {
    const { node, placed } = call;
    if (!caller.sees(placed.call.namespace)) hidden.push({ call, outer });
    else if (node !== undefined && !seen.has(node)) {
      seen.add(node);
      waiting.push(...node.calls.map((inner) => ({ call: inner, outer })));
    }
  }
  return hidden;
}

/** The one thing that is told of a hidden flow that keeps a flow from being used. */
export function unusableProblem({ call, outer }: InaccessibleCall): Problem {
  const message = `The call of ${call.name} cannot be used as it is. What is wrong is told to those who may read or execute in the namespace ${call.placed.call.namespace}.`;
  return { code: 'subflow-unusable', message, path: [...outer.placed.path, 'flowId'] };
}
