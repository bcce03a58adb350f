import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Schema } from '../../../src/api-client/operation-types.ts';
import { QueryView } from '../components/query-view.tsx';
import type { State } from '../components/state-badge.tsx';

export interface GraphState {
  readonly state: State | 'PENDING';
  /** A duration, or `3 of 8`. */
  readonly text?: string;
}

export interface TaskGraphProps {
  /** In the order of an outline: each block before its tasks. */
  readonly nodes: readonly Schema<'OutlineNode'>[];
  /** The states of an execution; without it, the graph shows the types of the tasks. */
  readonly stateOf?: (path: string) => GraphState | undefined;
  /** The path of the chosen task; the blocks around it unfold. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (path: string) => void;
  /** The pointer or the focus is on a task, or no longer on one. */
  readonly onPoint?: (path: string | undefined) => void;
  readonly label: string;
}

/**
 * What lays graphs out and draws them; use it before there are tasks, so that both load together. It is no `lazy`
 * component, because React shows what a component waits for only after 300 ms.
 */
export const graphCodeQuery = queryOptions({
  queryKey: ['graph code'],
  queryFn: () => import('./graph-view.tsx'),
  staleTime: Infinity,
});

/** The tasks of a flow as a graph. What lays it out is loaded on demand. */
export function TaskGraph(props: TaskGraphProps) {
  return (
    <QueryView query={useQuery(graphCodeQuery)} what="the graph">
      {({ GraphView }) => <GraphView {...props} />}
    </QueryView>
  );
}
