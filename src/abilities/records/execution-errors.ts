import { AppError } from '../../base/problem/app-error.ts';
import { quoteShort } from '../../base/problem/describe-value.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';

/** The error for operations that need an engine, without one. */
export function noEngine(): AppError {
  return new AppError(
    'jenkins-not-configured',
    'Flows can be checked and stored, but not run: set JENKINS_URL, JENKINS_USER and JENKINS_TOKEN to run them on Jenkins, or FLOWGATE_ENGINE=local to run them on the machine of the gateway.',
  );
}

/** @param cause the original error, if access was denied */
export function executionNotFound(id: string, cause?: unknown): AppError {
  return new AppError(
    'execution-not-found',
    `The execution ${id} was not found. GET /executions lists the executions.`,
    {},
    { cause },
  );
}

export function executionEnded({ id, state }: ExecutionRecord): AppError {
  return new AppError('execution-ended', `The execution ${id} has already ended in the state ${state}.`, { state });
}

export function executionNotEnded({ id, state }: Pick<ExecutionRecord, 'id' | 'state'>): AppError {
  return new AppError(
    'execution-not-ended',
    `The execution ${id} is ${state}. Only an execution that has ended can be deleted; POST /executions/${id}/stop ends it.`,
    { state },
  );
}

/** @param reason a clause */
export function restartNotPossible(reason: string): AppError {
  return new AppError('restart-not-possible', `This restart is not possible: ${reason}.`);
}

/** For an execution that has ended. @param path of a task that it did not reach, or does not have */
export function taskNotFound({ id, tasks }: Pick<ExecutionRecord, 'id' | 'tasks'>, path: string): AppError {
  const reached = tasks.slice(0, maxNamedTasks).map((task) => task.path);
  const more = tasks.length > reached.length ? ` and ${tasks.length - reached.length} more` : '';
  return new AppError(
    'task-not-found',
    `The execution ${id} has not reached a task ${quoteShort(path)}; it reached only ${reached.join(', ')}${more}.`,
  );
}

const maxNamedTasks = 20;

/** @param what the owner of the executions, such as `the flow team/hello` */
export function tooManyPending(what: string, limit: number): AppError {
  return new AppError(
    'too-many-pending',
    `There are already ${limit} pending executions of ${what}, the maximum. Try again after some of them have started.`,
    { limit },
  );
}

/**
 * Whoever can write to the archive decides what an unsigned record says, also which approvals its flow asks for.
 * @throws {AppError} restart-not-possible
 */
export function requireSigned({ id, isUnsigned }: Pick<ExecutionRecord, 'id' | 'isUnsigned'>): void {
  if (isUnsigned !== true) return;
  throw new AppError(
    'restart-not-possible',
    `The execution ${id} cannot be replayed or restarted: its archived record is not signed with the key of this installation, so that it could have been changed. Run the flow instead.`,
  );
}
