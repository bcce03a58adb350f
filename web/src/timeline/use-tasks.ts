import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { allTasksQuery, type Execution } from '../api/execution-queries.ts';
import { isFinal } from '../api/execution-states.ts';
import { withAllTasks, type Task } from './task-tree.ts';

export interface LoadedTasks {
  readonly tasks: readonly Task[];
  /** Whether those inside folded loops are being loaded. */
  readonly isLoading: boolean;
  /** Loads the tasks inside folded loops too. */
  readonly loadAll: () => void;
}

const none: readonly Task[] = [];

/** The tasks of an execution; those inside folded loops once they are requested. */
export function useTasks({ id, state, tasks = none }: Execution): LoadedTasks {
  const [isWanted, setWanted] = useState(false);
  const isFolded = tasks.some(({ folded }) => folded === true);
  const { data, isFetching, refetch } = useQuery({
    ...allTasksQuery(id, isFinal(state)),
    enabled: isWanted && isFolded,
  });
  const all = isWanted && isFolded ? data : undefined;
  const loaded = useMemo(() => (all === undefined ? tasks : withAllTasks(all, tasks)), [all, tasks]);
  const loadAll = useCallback(() => {
    setWanted(true);
    if (isWanted) void refetch(); // it failed before
  }, [isWanted, refetch]);
  return { tasks: loaded, isLoading: isWanted && isFetching && data === undefined, loadAll };
}
