import { patternProblem } from '../../language/expressions/portable-pattern.ts';
import type { ByHand } from './draft-task.ts';

/**
 * A pattern of Java as one of flows, which is found anywhere in a string.
 * @param isWhole whether the pattern must match the whole string
 */
export function flowPattern(java: string, isWhole: boolean): string | ByHand {
  const reason = foreign(java);
  if (reason !== undefined) return { byHand: `flows have no ${reason} in patterns` };
  const pattern = isWhole ? `^${/\|/.test(java) ? `(?:${java})` : java.replace(/^\^|(?<!\\)\$$/g, '')}$` : java;
  const problem = patternProblem(pattern);
  return problem === undefined ? pattern : { byHand: problem.replace(/\.$/, '') };
}

/** What Java reads in another way than JavaScript. */
function foreign(java: string): string | undefined {
  if (/\(\?(?!:)/.test(java)) return 'flags, lookaround or named groups';
  if (/[*+?}]\+/.test(java)) return 'possessive repetitions';
  const escape = /\\([^\\dDwWstrnf.*+?^$()[\]{}|/-])/.exec(java.replaceAll('\\\\', ''));
  if (escape !== null) return `\\${escape[1]}`;
  if (/\[[^\]]*(?:\[|&&)/.test(java.replace(/\\[^]/g, ''))) return 'nested classes';
  return undefined;
}
