import { flowName, type FlowKey } from '../../flow/flow-key.ts';
import { jsonPointer } from '../../problem/json-pointer.ts';
import type { DependencyService } from '../../services/subflows/dependency-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { setRevisionTag } from '../request/preconditions.ts';
import { flowKey, revisionParameter } from '../request/request-values.ts';

/** What flows have to do with each other. */
export function subflowHandlers(dependencies: DependencyService): OperationHandlers {
  return {
    validateSubflows: async (request, response) => {
      const { record, errors, warnings, calls } = await dependencies.validateSubflows(flowKey(request), callerOf(response), revisionParameter(request));
      const isBelow = (path: string, task: string) => path === task || path.startsWith(`${task}/`);
      const subflows = calls.map(({ taskId, called, revision, path }) => ({
        task_id: taskId,
        namespace: called.namespace,
        flow_id: called.id,
        revision,
        exists: revision !== undefined,
        valid: !errors.some((problem) => isBelow(problem.path, jsonPointer(path))),
      }));
      setRevisionTag(response, record.entry.revision);
      response.json({ valid: errors.length === 0, errors, warnings, subflows });
    },

    getDependencies: async (request, response) => {
      const key = flowKey(request);
      const { nodes, edges, isTruncated } = await dependencies.graph(key, callerOf(response));
      const isThis = (other: FlowKey) => flowName(other) === flowName(key);
      response.json({
        ...key,
        calls: edges.filter(({ from }) => isThis(from)).map(({ to }) => to),
        calledBy: edges.filter(({ to }) => isThis(to)).map(({ from }) => from),
        nodes: nodes.map((node) => ({ ...node.key, exists: node.revision !== undefined, revision: node.revision })),
        edges,
        truncated: isTruncated,
      });
    },
  };
}
