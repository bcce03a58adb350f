import {
  Composer,
  Lexer,
  Parser,
  Schema,
  type CST,
  type Document,
  type ErrorCode,
  type ParsedNode,
  type ScalarTag,
} from 'yaml';
import type { TextRange } from '../../base/problem/problem.ts';
import type { FlowLimits } from './flow-limits.ts';
import { NodeCounter } from './node-counter.ts';
import { bracesSentence, yamlSentence } from './yaml-sentences.ts';

/** The result of composing a text: its tree, or the problem with it. */
export type ComposedYaml =
  | { readonly kind: 'tree'; readonly contents: ParsedNode | null }
  | { readonly kind: 'syntax'; readonly problems: readonly SyntaxProblem[] }
  | TooComplex;

/** The offset at which a text exceeds a limit. */
export interface TooComplex {
  readonly kind: 'too-deep' | 'too-many-nodes';
  readonly offset: number;
}

interface SyntaxProblem {
  /** A sentence, with advice for common slips. */
  readonly message: string;
  readonly range: TextRange;
}

/** A plain scalar that is no null or boolean and does not start like a number is a string. */
const plainText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  test: /^(?!(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE)$)[^.+\-0-9]/,
  resolve: (text) => text,
};

// Plain YAML 1.2: no merge keys, dates or sets, even if a document declares `%YAML 1.1`.
const coreSchema = new Schema({
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  // Runs before the schema's tags, whose eight patterns are tried on every plain scalar.
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
    const opening = /closing ["']quote/.test(message) ? openingQuote(tokens, pos[0]) : undefined;
    const range = opening === undefined ? visibleRange(text, pos) : { start: opening, end: opening + 1 };
    return { message: sentenceOn(code, message, text, range), range, isLocal: localCodes.has(code) };
  });
  if (second !== undefined) problems.push({ ...anotherDocument(text, second, noun), isLocal: false });
  return problems.length > 0
    ? { kind: 'syntax', problems: withoutConsequences(problems) }
    : { kind: 'tree', contents: document.contents };
}

type ComposeLimits = Pick<FlowLimits, 'yamlDepth' | 'yamlNodes'>;

// After these, the library reads on as if nothing had happened. Any other problem causes more of them.
const localCodes: ReadonlySet<ErrorCode> = new Set([
  'BAD_SCALAR_START',
  'BAD_DQ_ESCAPE',
  'MULTIPLE_ANCHORS',
  'MULTIPLE_TAGS',
]);

/** The problems up to the first one that causes others, which would not help. */
function withoutConsequences(problems: readonly (SyntaxProblem & { readonly isLocal: boolean })[]): SyntaxProblem[] {
  const inOrder = problems.toSorted((left, right) => left.range.start - right.range.start);
  const first = inOrder.findIndex(({ isLocal }) => !isLocal);
  return inOrder.slice(0, first === -1 ? undefined : first + 1).map(({ message, range }) => ({ message, range }));
}

/** Where the string in quotes starts that ends at the given offset; the library only knows where it ends. */
function openingQuote(tokens: readonly CST.Token[], end: number): number | undefined {
  const left: unknown[] = [...tokens];
  for (let token = left.pop(); token !== undefined; token = left.pop()) {
    if (typeof token !== 'object' || token === null) continue;
    if ('source' in token && 'offset' in token && typeof token.source === 'string' && /^["']/.test(token.source)) {
      const offset = Number(token.offset);
      if (offset + token.source.length === end) return offset;
    }
    left.push(...Object.values(token).flat());
  }
  return undefined;
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

function sentenceOn(code: ErrorCode, message: string, text: string, { start }: TextRange): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start + maxBlanks).split('\n', 1)[0] ?? '';
  // YAML reads the braces as the start of a map.
  const braces = /(?:^|[:-])\s+(?=\{\{)/.exec(line);
  if (braces !== null) return bracesSentence(line.slice(0, braces.index + braces[0].length));
  const rest = text.slice(start, start + maxBlanks).split('\n', 1)[0] ?? '';
  return yamlSentence({ code, message, rest });
}

function anotherDocument(text: string, document: Document.Parsed, noun: string): SyntaxProblem {
  const marker = text.lastIndexOf('---', document.range[0]);
  const start = marker === -1 ? document.range[0] : marker;
  return {
    message: `A second document starts here; a ${noun} is a single YAML document.`,
    range: { start, end: start + 3 },
  };
}
