import type { JsonValue } from '../../../base/text/json-value.ts';
import type { Expression } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { constantOf, piecesOf, type StringPiece, type WrittenValue } from './values.ts';

/** A template for plain text, which no shell reads: a message, a name, a path, the value of a variable. */
export function textOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  const pieces = piecesOf(expression, scope);
  return 'byHand' in pieces ? pieces : textOfPieces(pieces);
}

/** The same for the parts of a string. */
export function textOfPieces(pieces: readonly StringPiece[]): WrittenValue | ByHand {
  let text = '';
  const differs = new Set<string>();
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const added = addLiteral(text, piece);
      if (added === undefined) return { byHand: 'a flow cannot contain a backslash before {{' };
      text = added;
      continue;
    }
    const { name, value } = piece;
    if (value.text === undefined) return { byHand: value.unknown ?? `only a script can read ${name}` };
    const added = addReference(text, value.text);
    if (added === undefined) return { byHand: `a flow cannot contain ${text.slice(-1)} before the value of ${name}` };
    if (value.differs !== undefined) differs.add(value.differs);
    text = added;
  }
  return { text, differs: [...differs] };
}

export interface InputValue {
  readonly value: JsonValue;
  readonly differs: readonly string[];
}

/** A value of an input: a number or a boolean as itself, anything else as a template. */
export function inputValueOf(expression: Expression, scope: Scope): InputValue | ByHand {
  const constant = constantOf(expression, scope);
  if (typeof constant === 'number' || typeof constant === 'boolean') return { value: constant, differs: [] };
  const written = textOf(expression, scope);
  return 'byHand' in written ? written : { value: written.text, differs: written.differs };
}

/**
 * Adds literal text to a template so that a flow sees no reference in it: `{{` becomes `\{{`. Undefined if flows cannot
 * say it, because an odd number of backslashes stands before the braces.
 */
export function addLiteral(template: string, text: string): string | undefined {
  let isPossible = !(text.startsWith('{') && /(?:^|[^{])\{$/.test(template));
  const written = text.replace(/(?<!\\)(\\*)\{\{/g, (found, backslashes: string, offset: number) => {
    const before = offset === 0 ? backslashesAt(template.length, template) : 0;
    if ((before + backslashes.length) % 2 === 1) isPossible = false;
    return `${backslashes}\\${found.slice(backslashes.length)}`;
  });
  return isPossible ? template + written : undefined;
}

/** Adds a template; undefined if flows would read what stands before its first reference as `\{{` or `${{`. */
export function addReference(template: string, reference: string): string | undefined {
  if (!/^[{\\]/.test(reference)) return template + reference;
  const backslashes = backslashesAt(template.endsWith('{') ? template.length - 1 : template.length, template);
  return template.endsWith('$') || backslashes % 2 === 1 ? undefined : template + reference;
}

/** How many backslashes stand before a place of a text. */
function backslashesAt(place: number, text: string): number {
  let start = place;
  while (text[start - 1] === '\\') start--;
  return place - start;
}
