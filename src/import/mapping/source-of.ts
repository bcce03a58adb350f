import type { Span } from '../groovy/syntax.ts';

/** The source of a place, without the indentation that its lines share behind the first one. */
export function sourceOf({ start, end }: Span, source: string): string {
  const [first = '', ...others] = source.slice(start, end).replaceAll('\r\n', '\n').trimEnd().split('\n');
  const indents = others.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, source.length);
  return [first, ...others.map((line) => line.slice(shared))].map((line) => line.trimEnd()).join('\n');
}
