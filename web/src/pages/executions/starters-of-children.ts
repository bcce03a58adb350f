import type { Execution } from '../../api/execution-queries.ts';

/** The paths of the tasks that have started executions of their own. */
export function startersOfChildren({ waitingFor, waits = [] }: Execution): ReadonlySet<string> {
  const all = waitingFor === undefined ? waits : [...waits, waitingFor];
  return new Set(all.filter(({ kind }) => kind === 'executions').map(({ task }) => task));
}
