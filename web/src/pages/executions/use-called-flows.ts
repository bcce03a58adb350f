import { useQueries } from '@tanstack/react-query';
import type { Execution } from '../../api/execution-queries.ts';
import { callsQuery } from '../../api/flow-queries.ts';

export type CalledFlow = Execution['subflows'][number];

/**
 * The flows that tasks call, by the path of the task. The tasks of an execution do not name them; the revisions that it
 * ran do.
 */
export function useCalledFlows({ namespace, flowId, revision, subflows }: Execution): ReadonlyMap<string, CalledFlow> {
  const flows = subflows.length === 0 ? [] : [{ namespace, id: flowId, revision }, ...subflows];
  const answers = useQueries({ queries: flows.map(callsQuery) });
  const callsOf = new Map(
    flows.map((flow, index) => [`${flow.namespace}/${flow.id}`, answers[index]?.data?.subflows ?? []]),
  );
  const found = new Map<string, CalledFlow>();
  const collect = (flow: string, prefix: string, depth: number): void => {
    if (depth > maxDepth) return;
    for (const call of callsOf.get(flow) ?? []) {
      const ran = subflows.find((each) => each.namespace === call.namespace && each.id === call.flow_id);
      if (ran === undefined) continue;
      const path = `${prefix}${call.task_id}`;
      found.set(path, ran);
      collect(`${ran.namespace}/${ran.id}`, `${path}/`, depth + 1);
    }
  };
  collect(`${namespace}/${flowId}`, '', 0);
  return found;
}

// Flows that were stored since then can call each other in a cycle.
const maxDepth = 10;
