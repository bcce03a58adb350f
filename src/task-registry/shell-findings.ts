import type { TextProperty } from '../flow/task-types.ts';
import type { Finding } from '../problem/problem.ts';

/** What the shell would make of the references in a task's shell texts; paths are relative to the task. */
export function shellFindings(_texts: readonly TextProperty[]): readonly Finding[] {
  return [];
}
