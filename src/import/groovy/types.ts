import { isText, type TokenReader } from './token-reader.ts';
import { primitiveTypes } from './token.ts';

/**
 * Finds the end of a type (`String`, `a.b.C`, `Map<String, List<X>>`, `int[]`) without reading it.
 * @returns the index of the first token after it; undefined if no type starts at `index`
 */
export function behindType(reader: TokenReader, index: number): number | undefined {
  const first = reader.tokenAt(index);
  let at = index + 1;
  if (first.kind === 'word') {
    while (isText(reader.tokenAt(at), '.') && reader.tokenAt(at + 1).kind === 'word') at += 2;
  } else if (!primitiveTypes.has(first.text) || first.kind !== 'keyword') return undefined;
  at = behindTypeArguments(reader, at) ?? at;
  while (isText(reader.tokenAt(at), '[') && isText(reader.tokenAt(at + 1), ']')) at += 2;
  return at;
}

/** How many tokens the arguments of a type may have. */
const maxTypeArguments = 60;

const inTypeArguments = new Set(['.', ',', '?', '[', ']', '&', 'extends', 'super', ...primitiveTypes]);

/** Finds the end of the `<...>` that starts at `index`; undefined if nothing like that starts there. */
export function behindTypeArguments(reader: TokenReader, index: number): number | undefined {
  if (!isText(reader.tokenAt(index), '<')) return undefined;
  let open = 0;
  for (let at = index; at < index + maxTypeArguments; at++) {
    const token = reader.tokenAt(at);
    if (isText(token, '<')) open++;
    else if (token.kind === 'symbol' && ['>', '>>', '>>>'].includes(token.text)) open -= token.text.length;
    else if (token.kind !== 'word' && !(token.kind !== 'string' && inTypeArguments.has(token.text))) return undefined;
    if (open <= 0) return at + 1;
  }
  return undefined;
}

/** Reads a type and returns its text without blanks. */
export function readType(reader: TokenReader): string {
  const end = behindType(reader, reader.index);
  if (end === undefined) reader.fail('Expected a type.');
  let text = '';
  while (reader.index < end) text += reader.next().text;
  return text;
}
