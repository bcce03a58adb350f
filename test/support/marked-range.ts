import type { TextRange } from '../../src/base/problem/problem.ts';

/** A text whose expected range is between « and »: `inputs.a «=» 1`. */
export function readMarks(marked: string): { text: string; range: TextRange } {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  return { text: marked.replace('«', '').replace('»', ''), range: { start, end } };
}

/** Adds the marks to a text; the inverse of `readMarks`. */
export function mark(text: string, { start, end }: TextRange): string {
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
}
