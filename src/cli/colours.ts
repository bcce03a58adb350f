import type { Environment } from '../config/environment.ts';

/**
 * Whether output is coloured: never with NO_COLOR, else as FORCE_COLOR says, else on a terminal.
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
