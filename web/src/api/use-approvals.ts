import { useInfiniteQuery } from '@tanstack/react-query';
import { hasApproved, myApprovalsQuery, type Execution } from './execution-queries.ts';
import { useSubject } from './use-may.ts';

/**
 * The executions that wait for a decision of the user, newest first: the only source of their number and of their list,
 * so that no two parts of a page disagree.
 */
export function useApprovals() {
  const subject = useSubject();
  const query = useInfiniteQuery({ ...myApprovalsQuery(), enabled: subject !== undefined });
  const isOpen = (execution: Execution) => !hasApproved(execution, subject);
  const listed = query.data?.pages.flatMap(({ executions }) => executions);
  /** Undefined until they have loaded. */
  const waiting = listed?.filter(isOpen);
  return { query, isOpen, waiting };
}
