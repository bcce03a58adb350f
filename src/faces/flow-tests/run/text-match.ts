import { quoteShort } from '../../../base/problem/describe-value.ts';
import { searchAtOnce } from '../../../language/expressions/search-at-once.ts';
import type { TextMatch } from '../../../language/test-files/test-suite.ts';

/** Whether a text is the expected one, or contains the pattern. */
export function isMatch(match: TextMatch, text: string): boolean {
  return match.kind === 'text' ? match.text === text : searchAtOnce(match.pattern, text);
}

/** Whether one of the lines matches; an expected text of several lines must follow each other in the log. */
export function isInLines(match: TextMatch, lines: readonly string[]): boolean {
  if (match.kind === 'pattern') return lines.some((line) => isMatch(match, line));
  const expected = match.text.replace(/\n$/, '').split('\n');
  return lines.some((_, start) => expected.every((line, index) => lines[start + index]?.trimEnd() === line.trimEnd()));
}

/** For messages: the text, or the pattern between slashes. */
export function describeMatch(match: TextMatch): string {
  return match.kind === 'text' ? quoteShort(match.text) : `/${match.pattern}/`;
}
