import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { taskSections, type Flow, type Task } from '../../language/flow/flow.ts';
import type { SubflowCall, TaskTypes } from '../../language/flow/task-types.ts';
import type { Path } from '../../problem/problem.ts';

/** A task that calls another flow, and its place in the document. */
export interface LocatedCall {
  readonly task: Task;
  readonly call: SubflowCall;
  readonly path: Path;
}

/** The calls of a flow in document order, including those of disabled tasks. */
export function callsOf(flow: Flow, taskTypes: TaskTypes): readonly LocatedCall[] {
  return taskSections.flatMap((section) =>
    flow[section].flatMap((task, index) => {
      const call = taskTypes.find(task.type)?.subflow?.(task);
      return call === undefined ? [] : [{ task, call, path: [section, index] }];
    }),
  );
}

/** The key of the called flow. */
export function calledFlow({ namespace, flowId }: SubflowCall): FlowKey {
  return { namespace, id: flowId };
}

/** Equal for calls that find the same flow. A call without a revision differs from a call of the latest revision. */
export function callKey(call: SubflowCall): string {
  return `${flowName(calledFlow(call))}@${call.revision ?? ''}`;
}
