import type { Environment } from '../config/environment.ts';

/**
 * Whether output is colored: never with NO_COLOR, otherwise according to FORCE_COLOR, otherwise on a terminal.
 * @param isTerminal of this stream; standard output and standard error can differ
 */
export function showsColours(
  { NO_COLOR: no, FORCE_COLOR: force, TERM: term }: Environment,
  isTerminal: boolean,
): boolean {
  if (no !== undefined && no !== '') return false;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && term !== 'dumb';
}
