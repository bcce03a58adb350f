import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import { withoutItems } from '../../../../src/language/execution-plan/task-path.ts';
import type { Execution } from '../../api/execution-queries.ts';
import { callsQuery } from '../../api/flow-queries.ts';

export type CalledFlow = Execution['subflows'][number];

/**
 * Finds the flow that a task calls, by the path of the task. The tasks of an execution do not name them; the revisions
 * that it ran do.
 */
export function useCalledFlows({
  namespace,
  flowId,
  revision,
  subflows,
}: Execution): (path: string) => CalledFlow | undefined {
  const flows = subflows.length === 0 ? [] : [{ namespace, id: flowId, revision }, ...subflows];
  const calls = useQueries({
    queries: flows.map(callsQuery),
    combine: (answers) => answers.map(({ data }) => data?.subflows ?? []),
  });
  return useCallback(
    (path) => {
      const all = [{ namespace, id: flowId }, ...subflows];
      const calledBy = (flow: Pick<CalledFlow, 'namespace' | 'id'>, task: string): CalledFlow | undefined => {
        const index = all.findIndex((each) => each.namespace === flow.namespace && each.id === flow.id);
        const call = calls[index]?.find(({ task_id: id }) => id === task);
        return call && subflows.find((each) => each.namespace === call.namespace && each.id === call.flow_id);
      };
      let flow: Pick<CalledFlow, 'namespace' | 'id'> = { namespace, id: flowId };
      let called: CalledFlow | undefined;
      // A block calls nothing: the tasks inside it are those of the same flow.
      for (const id of withoutItems(path).split('/')) {
        called = calledBy(flow, id);
        flow = called ?? flow;
      }
      return called;
    },
    [namespace, flowId, subflows, calls],
  );
}
