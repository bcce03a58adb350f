import { quoteShort } from '../../base/problem/describe-value.ts';
import type { TextRange } from '../../base/problem/problem.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { filterAdvice, isTrimSign, trimAdvice } from './foreign-filters.ts';
import { adviceOnOthers, foreignRootMessage } from './foreign-root.ts';
import {
  allowedReferences,
  flowRoots,
  isReferenceRoot,
  readReference,
  referenceForms,
  type ReferenceRoots,
} from './read-reference.ts';
import type { Reference } from './reference.ts';
import { loneReference, type Template, type TemplatePart } from './template.ts';

export interface ParsedTemplate {
  readonly template: Template;
  readonly problems: readonly ExpressionProblem[];
}

/**
 * Parses the references of a string property (docs/reference/expressions.md). Never fails: anything that is not a
 * reference stays as text, with an `invalid-expression` if it was meant as a reference and an `unrecognised-expression`
 * if it belongs to another language.
 *
 * `{{` pairs with the next `}}`, and of several `{{` before it, the last one counts: `{"a": {{ inputs.x }}}` and `{{{
 * inputs.x }}}` both contain one reference between plain braces. An unclosed `{{` is text, with a warning if it starts
 * like a reference. An odd number of backslashes before `{{` makes the braces literal and drops the last backslash. An
 * even number is text before a reference and is kept, as in `\\{{ inputs.host }}\share`, because other languages write
 * backslashes in pairs. For a single backslash before a reference, use a variable that contains it. A `$` before the
 * braces is always an error. Takes linear time.
 * @param roots the roots that references may have
 */
export function parseTemplate(text: string, roots: ReferenceRoots = flowRoots): ParsedTemplate {
  if (!text.includes('{{')) return { template: textPart(text), problems: [] };
  const parts: TemplatePart[] = [];
  const problems: ExpressionProblem[] = [];
  let pending = '';
  let written = 0; // everything before this offset is in `parts` or `pending`

  for (const braces of findBraces(text)) {
    if (braces.kind === 'open') {
      const problem = unclosedReference(text, braces.range, roots);
      if (problem !== undefined) addProblem(problems, problem);
      continue;
    }
    if (braces.kind === 'escape') {
      pending += text.slice(written, braces.range.start) + '{{';
    } else {
      const content = readBraces(text, braces.range, roots);
      if (content.kind === 'problem') {
        addProblem(problems, content.problem);
        continue;
      }
      parts.push(...textPart(pending + text.slice(written, braces.range.start)), content);
      pending = '';
    }
    written = braces.range.end;
  }
  parts.push(...textPart(pending + text.slice(written)));
  return { template: parts, problems };
}

function textPart(text: string): Template {
  return text === '' ? [] : [{ kind: 'text', text }];
}

// A string of 256 KiB can contain 60,000 pairs of braces; authors do not read that many problems.
const maxProblemsOfOneCode = 100;

function addProblem(problems: ExpressionProblem[], problem: ExpressionProblem): void {
  const alike = problems.filter((other) => other.code === problem.code).length;
  if (alike < maxProblemsOfOneCode) problems.push(problem);
}

interface Braces {
  /** `\{{` with its backslash, `{{ ... }}` with both ends, or an unclosed `{{`. */
  readonly kind: 'escape' | 'pair' | 'open';
  readonly range: TextRange;
}

function* findBraces(text: string): Generator<Braces> {
  let open = text.indexOf('{{');
  let close = -1; // of the next pair; after the text without one
  while (open !== -1) {
    if (isEscaped(text, open)) {
      yield { kind: 'escape', range: { start: open - 1, end: open + 2 } };
      open = text.indexOf('{{', open + 2);
      continue;
    }
    if (close < open + 2) close = placeOf(text, '}}', open + 2);
    const next = placeOf(text, '{{', open + 1);
    if (close < text.length && next + 2 > close) {
      yield { kind: 'pair', range: { start: open, end: close + 2 } };
      open = text.indexOf('{{', close + 2);
    } else {
      yield { kind: 'open', range: { start: open, end: open + 2 } };
      open = next < text.length ? next : -1;
    }
  }
}

/** The offset of a string; after the text if it is not found. */
function placeOf(text: string, searched: string, from: number): number {
  const place = text.indexOf(searched, from);
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

function isEscaped(text: string, open: number): boolean {
  let backslashes = 0;
  while (text[open - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** Warns about `{{ inputs.a }`, which would silently stay unchanged. */
function unclosedReference(text: string, range: TextRange, roots: ReferenceRoots): ExpressionProblem | undefined {
  const start = skipBlanks(text, range.end);
  const root = wordAt(text, start);
  const placed = isReferenceRoot(root, roots) ? readReference(text, root, start) : undefined;
  if (placed === undefined) return undefined;
  const whole: TextRange = { start: range.start, end: placed.range.end };
  const message = `${quoteShort(text.slice(whole.start, whole.end))} has no closing }} and stays unchanged.`;
  return { code: 'unrecognised-expression', message, range: whole };
}

type BracesContent =
  | Extract<TemplatePart, { kind: 'reference' }>
  | { readonly kind: 'problem'; readonly problem: ExpressionProblem };

/** Reads the content of one pair of braces. */
function readBraces(text: string, range: TextRange, roots: ReferenceRoots): BracesContent {
  const start = skipBlanks(text, range.start + 2);
  const root = wordAt(text, start);
  if (text[range.start - 1] === '$')
    return reject(dollarMessage(text, range, foreignAdvice(root, roots)), { start: range.start - 1, end: range.end });
  const word: TextRange = { start, end: start + root.length };
  if (!isReferenceRoot(root, roots)) {
    const foreign = foreignAdvice(root, roots);
    if (foreign !== undefined) return reject(foreign, word);
    const found = quoteShort(text.slice(range.start, range.end));
    const message = `${found} is not a Flowgate expression and stays unchanged; allowed: ${allowedReferences(roots)}.${adviceOnUnchanged(text, start, roots)}`;
    return { kind: 'problem', problem: { code: 'unrecognised-expression', message, range } };
  }
  const placed = readReference(text, root, start);
  if (placed === undefined) {
    const whole = { start, end: lastVisible(text, start, range.end - 2) };
    const found = quoteShort(text.slice(whole.start, whole.end));
    const forms = referenceForms(root)
      .map((form) => `{{ ${form} }}`)
      .join(' or ');
    return reject(`${found} is not a complete reference; write ${forms}.`, whole);
  }
  const rest = skipBlanks(text, placed.range.end);
  if (rest < range.end - 2) {
    const message = `${adviceOnRest(text, rest)} Braces contain only a reference: {{ ${text.slice(start, placed.range.end)} }}.`;
    return reject(message, { start: rest, end: lastVisible(text, rest, range.end - 2) });
  }
  return { kind: 'reference', reference: placed.reference, range };
}

function adviceOnUnchanged(text: string, start: number, roots: ReferenceRoots): string {
  if (!isTrimSign(text, start)) return adviceOnOthers(wordAt(text, start), roots);
  return isReferenceRoot(wordAt(text, skipBlanks(text, start + 1)), roots) ? ` ${trimAdvice}` : '';
}

function adviceOnRest(text: string, at: number): string {
  if (text[at] === '|') return filterAdvice(text, at, 'inText');
  return isTrimSign(text, at) ? trimAdvice : 'Unexpected text after the reference.';
}

function foreignAdvice(root: string, roots: ReferenceRoots): string | undefined {
  return root === '' || isReferenceRoot(root, roots) ? undefined : foreignRootMessage(root, roots);
}

const maxExcerpt = 60;

/** `${{ inputs.x }}` of GitHub Actions would print the `$` too, or in a shell its process id. */
function dollarMessage(text: string, { start, end }: TextRange, foreign: string | undefined): string {
  if (foreign !== undefined) return `${foreign} Leave out the "$" before the braces.`;
  const braces = text.slice(start, end);
  return `Write ${end - start > maxExcerpt ? '{{ ... }}' : braces} without the "$": the braces are the reference. To print a "$" before a value, put the "$" in a variable.`;
}

function reject(message: string, range: TextRange): BracesContent {
  return { kind: 'problem', problem: { code: 'invalid-expression', message, range } };
}

const blanks = /\s*/y;
const wordSyntax = /[A-Za-z_]\w*|/y;

function skipBlanks(text: string, from: number): number {
  blanks.lastIndex = from;
  blanks.test(text);
  return blanks.lastIndex;
}

function wordAt(text: string, from: number): string {
  wordSyntax.lastIndex = from;
  return wordSyntax.exec(text)?.[0] ?? '';
}

function lastVisible(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** A string that is a single reference, such as `{{ inputs.cores }}`, in the place of a number or a boolean. */
export type ReferenceText = `{{${string}}}`;

/** The reference if the string is a single one; otherwise undefined. */
export function referenceOf(text: string): Reference | undefined {
  return loneReference(parseTemplate(text).template);
}
