import type { Span } from '../groovy/syntax.ts';

/** Control characters besides tabs and line feeds. */
// oxlint-disable-next-line no-control-regex -- exactly these are meant
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/**
 * The source of a place for a flow: without the indentation that its lines share after the first one, and with a mark for
 * each character that YAML cannot contain.
 */
export function sourceOf({ start, end }: Span, source: string): string {
  const [first = '', ...others] = source
    .slice(start, end)
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll('\r\n', '\n')
    .replaceAll(unprintable, '\uFFFD')
    .trimEnd()
    .split('\n');
  const indents = others.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, source.length);
  return [first, ...others.map((line) => line.slice(shared))].map((line) => line.trimEnd()).join('\n');
}
