import type { Problem } from '../../problem/problem.ts';

/**
 * Finds a path that leads out of the folder in which it begins: an absolute one, or one with `..`.
 * @param path where the text stands, relative to the task
 */
export function relativePathProblems(
  text: string | undefined,
  path: Problem['path'],
  at: Problem['at'] = 'value',
): Problem[] {
  if (text === undefined || (!text.startsWith('/') && !text.split('/').includes('..'))) return [];
  const message = `${JSON.stringify(text)} leads out of the workspace; a relative path without .. is allowed.`;
  return [{ code: 'invalid-value', message, path, at }];
}
