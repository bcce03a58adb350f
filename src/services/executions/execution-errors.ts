import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import { AppError } from '../../problem/app-error.ts';

/** The rejection of everything that takes a Jenkins, where there is none. */
export function jenkinsNotConfigured(): AppError {
  return new AppError(
    'jenkins-not-configured',
    'No Jenkins is configured, so that flows can be checked and kept, but not run; JENKINS_URL, JENKINS_USER and JENKINS_TOKEN say where it is.',
  );
}

/** @param cause why it is said not to exist */
export function executionNotFound(id: string, cause?: unknown): AppError {
  return new AppError(
    'execution-not-found',
    `The execution ${id} was not found. GET /executions lists those there are.`,
    {},
    { cause },
  );
}

export function executionEnded({ id, state }: ExecutionRecord): AppError {
  return new AppError('execution-ended', `The execution ${id} has ended already: ${state}.`, { state });
}

/** @param what whose executions they are, `the flow team/hello` */
export function tooManyPending(what: string, limit: number): AppError {
  return new AppError(
    'too-many-pending',
    `${limit} executions of ${what} are pending, which is as many as may be; try again when Jenkins has begun some of them.`,
    { limit },
  );
}
