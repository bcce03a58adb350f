import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { Flow } from '../../language/flow/flow.ts';
import { locatedTasks, type LocatedTask } from '../../language/flow/located-tasks.ts';
import type { SubflowCall, TaskTypes } from '../../language/flow/task-types.ts';

/** A task that calls another flow, and its place in the document. */
export interface LocatedCall extends LocatedTask {
  readonly call: SubflowCall;
}

/** The calls of a flow in document order, including those of disabled tasks. */
export function callsOf(flow: Flow, taskTypes: TaskTypes): readonly LocatedCall[] {
  return [...locatedTasks(flow)].flatMap((located) => {
    const { task } = located;
    const call = taskTypes.find(task.type)?.subflow?.(task);
    return call === undefined ? [] : [{ ...located, call }];
  });
}

/** The key of the called flow. */
export function calledFlow({ namespace, flowId }: SubflowCall): FlowKey {
  return { namespace, id: flowId };
}

/** Equal for calls that find the same flow. A call without a revision differs from a call of the latest revision. */
export function callKey(call: SubflowCall): string {
  return `${flowName(calledFlow(call))}@${call.revision ?? ''}`;
}
