import type { Finding } from '../../problem/problem.ts';

/**
 * Finds a path that leads out of the folder in which it begins: an absolute one, or one with `..`.
 * @param path where the text stands, relative to the task
 */
export function relativePathFindings(text: string | undefined, path: Finding['path'], at: Finding['at'] = 'value'): Finding[] {
  if (text === undefined || (!text.startsWith('/') && !text.split('/').includes('..'))) return [];
  const message = `${JSON.stringify(text)} leads out of the workspace; a relative path without .. is allowed.`;
  return [{ code: 'invalid-value', message, path, at }];
}
