import { Composer, Lexer, Parser, Schema } from 'yaml';
import type { CST, Document, ErrorCode, ParsedNode, ScalarTag } from 'yaml';
import type { TextRange } from '../../problem/problem.ts';
import type { FlowLimits } from './flow-limits.ts';
import { NodeCounter } from './node-counter.ts';

/** The result of composing a text: its tree, or why there is none. */
export type ComposedYaml =
  | { readonly kind: 'tree'; readonly contents: ParsedNode | null }
  | { readonly kind: 'syntax'; readonly problems: readonly SyntaxProblem[] }
  | TooComplex;

/** The offset at which a text exceeds a limit. */
export interface TooComplex {
  readonly kind: 'too-deep' | 'too-many-nodes';
  readonly offset: number;
}

export interface SyntaxProblem {
  /** A sentence, with advice for common slips. */
  readonly message: string;
  readonly range: TextRange;
}

/** A plain scalar that starts like no null, boolean or number is a string. */
const plainText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  test: /^[^~nNtTfF.+\-0-9]/,
  resolve: (text) => text,
};

// Plain YAML 1.2: no merge keys, dates or sets, even if a document declares `%YAML 1.1`.
const coreSchema = new Schema({
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  // Runs before the schema's tags, whose eight patterns are tried on every plain scalar: the first letter decides most.
  customTags: (tags) => [plainText, ...tags],
});

// The library creates an Error with a stack for each problem: 256 KiB of commas would take seconds.
const maxProblems = 50;

/**
 * Parses a text that must be exactly one YAML document. Leaves duplicate keys, tags and aliases to the reader of the
 * tree, which knows their paths. Takes linear time, never recurses deeper than `yamlDepth` collections, and stops after
 * `yamlNodes` nodes.
 */
export function composeYaml(text: string, limits: ComposeLimits, noun = 'flow'): ComposedYaml {
  const tokens = readTokens(text, limits);
  if (!Array.isArray(tokens)) return tokens;
  const [document, second] = composeDocuments(tokens, text.length);
  if (document === undefined) return { kind: 'tree', contents: null };
  const problems = document.errors.slice(0, maxProblems).map(({ code, message, pos }) => {
    const range = visibleRange(text, pos);
    return { message: `${whole(message)}.${adviceOn(code, text, range)}`, range };
  });
  if (second !== undefined) problems.push(anotherDocument(text, second, noun));
  return problems.length > 0
    ? { kind: 'syntax', problems: firstOfEachLine(problems, text) }
    : { kind: 'tree', contents: document.contents };
}

type ComposeLimits = Pick<FlowLimits, 'yamlDepth' | 'yamlNodes'>;

/** Keeps one problem per line: after the first one, every further word would be another. */
function firstOfEachLine(problems: readonly SyntaxProblem[], text: string): SyntaxProblem[] {
  const inOrder = problems.toSorted((left, right) => left.range.start - right.range.start);
  return inOrder.filter(
    ({ range }, index) => index === 0 || text.slice(inOrder[index - 1]!.range.start, range.start).includes('\n'),
  );
}

/**
 * The library's parser keeps its own stack, but its composer recurses. Depth and size are therefore limited while the
 * tokens are read, before anything is composed.
 */
function readTokens(text: string, { yamlDepth, yamlNodes }: ComposeLimits): CST.Token[] | TooComplex {
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  const counter = new NodeCounter();
  let problems = 0;
  const keep = (token: CST.Token): void => {
    if (token.type !== 'error' || problems++ < maxProblems) tokens.push(token);
  };
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) keep(token);
    const isTooDeep = parser.stack.length > yamlDepth && parser.stack.filter(isCollection).length > yamlDepth;
    if (isTooDeep) return { kind: 'too-deep', offset: Math.min(parser.offset, text.length) };
    counter.add(lexeme);
    if (counter.nodes > yamlNodes) return { kind: 'too-many-nodes', offset: Math.min(parser.offset, text.length) };
  }
  for (const token of parser.end()) keep(token);
  return tokens;
}

function isCollection(token: CST.Token): boolean {
  return token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection';
}

/** The first two documents: a second one is a problem, and nothing after it matters. */
function composeDocuments(tokens: CST.Token[], length: number): Document.Parsed[] {
  const composer = new Composer({ schema: coreSchema, uniqueKeys: false, prettyErrors: false });
  // The hook is private in the library's types, and no option limits the number of errors.
  const report = composer['onError'];
  let problems = 0;
  composer['onError'] = (source: unknown, code: unknown, message: unknown, warning: unknown) => {
    if (warning !== true && problems++ < maxProblems) report(source, code, message);
  };
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, true, length)) {
    documents.push(document);
    if (documents.length === 2) break;
  }
  return documents;
}

/** For a wrong indentation, the library points at the line end before it; authors look at the line after it. */
function visibleRange(text: string, [start, end]: readonly [number, number]): TextRange {
  const blanks = /^[ \r\n]*/.exec(text.slice(start, start + maxBlanks))?.[0].length ?? 0;
  const from = start + blanks < text.length ? start + blanks : start;
  return { start: from, end: Math.max(end, from + 1) };
}

const maxBlanks = 1000;

/** Closes the quote that the library's message leaves open: `Missing closing "quote`. */
function whole(message: string): string {
  return message.replace(/closing (["'])quote$/, 'closing quote $1');
}

function adviceOn(code: ErrorCode, text: string, { start }: TextRange): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start + maxBlanks).split('\n', 1)[0] ?? '';
  // YAML reads the braces as the start of a map.
  if (/(?:^|[:-])\s+\{\{/.test(line)) return ' A string that starts with {{ needs quotes.';
  return advice[code] ?? '';
}

const advice: Partial<Record<ErrorCode, string>> = {
  BAD_SCALAR_START: ' A string that starts with this character needs quotes.',
  BLOCK_AS_IMPLICIT_KEY: ' A string that contains ": " needs quotes.',
  TAB_AS_INDENT: ' Indent with spaces.',
};

function anotherDocument(text: string, document: Document.Parsed, noun: string): SyntaxProblem {
  const marker = text.lastIndexOf('---', document.range[0]);
  const start = marker === -1 ? document.range[0] : marker;
  return {
    message: `A second document starts here; a ${noun} is a single YAML document.`,
    range: { start, end: start + 3 },
  };
}
