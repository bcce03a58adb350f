import { JenkinsError } from './jenkins-error.ts';

/** Undefined instead of the error `not-found`, where something that is not there is an answer. */
export function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  return unless('not-found', answer);
}

/** Undefined instead of the error `forbidden`, where it shows that a permission is missing. */
export function unlessForbidden<T>(answer: Promise<T>): Promise<T | undefined> {
  return unless('forbidden', answer);
}

async function unless<T>(kind: JenkinsError['kind'], answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof JenkinsError && error.kind === kind) return undefined;
    throw error;
  }
}
