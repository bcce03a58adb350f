import type { Caller } from '../../../access/caller.ts';
import type { Problem } from '../../../base/problem/problem.ts';
import type { NodeCall, SubflowNode } from './load-subflows.ts';

/** A call from a flow that the caller may see to one that they may not see. */
export interface InaccessibleCall {
  readonly call: NodeCall;
  /** The call in the top flow that leads to it; the same call if the top flow makes it. */
  readonly outer: NodeCall;
}

/** The calls at which the caller's view ends: they may not see anything beyond. Each flow is visited once. */
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

/** The only problem reported about a hidden flow that cannot be used. */
export function unusableProblem({ call, outer }: InaccessibleCall): Problem {
  const message = `The call to ${call.name} is invalid. To see why, you need the right to read or execute in the namespace ${call.placed.call.namespace}.`;
  return { code: 'subflow-unusable', message, path: [...outer.placed.path, 'flowId'] };
}
