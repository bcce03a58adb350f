import { JenkinsError } from './jenkins-error.ts';

/** Undefined instead of the error `not-found`, where something that is not there is an answer. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof JenkinsError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
