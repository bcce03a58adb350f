import { queryOptions, useQuery } from '@tanstack/react-query';
import { QueryView } from '../components/query-view.tsx';
import type { GraphViewProps } from './graph-view.tsx';

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
export function TaskGraph(props: GraphViewProps) {
  return (
    <QueryView query={useQuery(graphCodeQuery)} what="the graph">
      {({ GraphView }) => <GraphView {...props} />}
    </QueryView>
  );
}
