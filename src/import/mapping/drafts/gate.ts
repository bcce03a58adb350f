import type { Span } from '../../groovy/syntax.ts';
import type { DraftShape } from './draft-flow.ts';

/** Something that is by hand and holds a run up: what it is, and why no flow can express it. */
export interface Reason extends Span {
  readonly construct: string;
  readonly why: string;
}

/** What the report says of it, too. */
export const stopsHere = 'the run stops here';

/** The max length of a sentence that a gate prints, and the max number of them. */
const maxLength = 300;
const maxSentences = 20;

/** `By hand, line 12: input (an approval cannot be inside a block)`: what a gate prints. */
export function sentenceOf({ construct, why }: Reason, line: number): string {
  const sentence = `By hand, line ${line}: ${construct} (${why})`
    .replaceAll(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ')
    // A flow would read a reference.
    .replaceAll(/\{(?=\{)/g, '{ ');
  return sentence.length > maxLength ? `${sentence.slice(0, maxLength)}...` : sentence;
}

/** The description of what must not run before all of that is written. */
export function waitingFor(reasons: readonly Pick<Reason, 'construct'>[]): string {
  return `Waits for what is by hand: ${[...new Set(reasons.map(({ construct }) => construct))].join(', ')}.`;
}

/** A script that says why the run stops, and fails. */
export function gateShape(sentences: readonly string[]): DraftShape {
  const shown = sentences.slice(0, maxSentences);
  const more = sentences.length > shown.length ? [`and ${sentences.length - shown.length} more`] : [];
  return { kind: 'shell', commands: [...[...shown, ...more].map(printed), 'exit 1'] };
}

function printed(sentence: string): string {
  const quoted = `'${sentence.replaceAll("'", String.raw`'\''`)}'`;
  // Some shells read backslashes in what `echo` prints.
  return sentence.includes('\\') ? `printf '%s\\n' ${quoted} >&2` : `echo ${quoted} >&2`;
}

/** Control characters besides tabs and line feeds. */
// oxlint-disable-next-line no-control-regex -- exactly these are meant
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/**
 * The source of a place for a flow: without the indentation that its lines share behind the first one, and with a mark for
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
