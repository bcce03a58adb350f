import { AppError } from '../../base/problem/app-error.ts';
import type { Decision } from '../../language/flow/wait.ts';
import type { WaitingFor } from '../../lifecycle/execution-phases.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';

/** For a decision or a signal for which an execution does not wait now. */
export function notWaiting({ id, state, waitingFor }: ExecutionRecord, subject: string): AppError {
  const found = waitingFor === undefined ? `is ${state} and waits for nothing` : `waits for ${nameOf(waitingFor)}`;
  return new AppError('not-waiting', `The execution ${id} does not wait for ${subject} now: it ${found}.`, {
    state,
    ...(waitingFor !== undefined && { kind: waitingFor.kind, task: waitingFor.task }),
  });
}

/**
 * Requires that a wait is not over, although nothing may have ended it yet.
 * @param at by the clock of the store
 * @throws {AppError} not-waiting
 */
export function requireInTime({ id, state }: ExecutionRecord, waitingFor: WaitingFor, at: string): void {
  const { kind, task, until } = waitingFor;
  if (until === undefined || at < until) return;
  throw new AppError(
    'not-waiting',
    `The execution ${id} no longer waits for ${nameOf(waitingFor)}: its timeout was at ${until}.`,
    { state, kind, task },
  );
}

function nameOf({ kind, task, signal, until }: WaitingFor): string {
  switch (kind) {
    case 'approval':
      return `the approval ${JSON.stringify(task)}`;
    case 'time':
      return `the time ${until}`;
    case 'signal':
      return `the signal ${JSON.stringify(signal)}`;
    case 'executions':
      return `the executions of the task ${JSON.stringify(task)}`;
  }
}

interface EarlierDecision {
  readonly task: string;
  readonly decision: Decision;
  readonly decidedBy: string;
  readonly decidedAt: string;
}

export function alreadyDecided({ task, ...decided }: EarlierDecision): AppError {
  const { decision, decidedBy, decidedAt } = decided;
  const verb = decision === 'APPROVE' ? 'approved' : 'rejected';
  const by = decidedBy === '' ? 'by its timeout' : `by ${decidedBy}`;
  return new AppError('already-decided', `The task ${task} was already ${verb} ${by} at ${decidedAt}.`, { ...decided });
}
