import type { OutlineList, OutlineMap, OutlineNode, OutlineScalar } from './outline.ts';

/** The collection, and the offset after it. */
export interface ReadNode<Node extends OutlineNode = OutlineNode> {
  readonly node: Node;
  readonly end: number;
}

// The parser of YAML allows no deeper documents either; deeper brackets are read as text.
const maxDepth = 60;

/**
 * Reads a map in braces or a list in brackets. An unclosed collection ends at `limit`.
 * @param start the offset of the bracket
 */
export function readFlowCollection(text: string, start: number, limit: number, depth = 0): ReadNode {
  return text[start] === '{' ? readMap(text, start, limit, depth) : readList(text, start, limit, depth);
}

function readMap(text: string, start: number, limit: number, depth: number): ReadNode<OutlineMap> {
  const node: OutlineMap = { kind: 'map', isFlow: true, pairs: [] };
  let at = start + 1;
  for (;;) {
    at = skipBetween(text, at, limit);
    if (at >= limit || text[at] === '}') return { node, end: Math.min(at + 1, limit) };
    const { node: key, end } = readFlowScalar(text, at, limit);
    at = skipBlanks(text, end, limit);
    const hasColon = text[at] === ':' && at < limit;
    const pair = { key: text.slice(key.range.start, key.range.end), keyRange: key.range, hasColon };
    if (hasColon) {
      const value = readFlowValue(text, at + 1, limit, depth);
      node.pairs.push(value === undefined ? pair : { ...pair, value: value.node });
      at = value?.end ?? at + 1;
    } else {
      node.pairs.push(pair);
      at = Math.max(at, end, start + 1);
      // A stray bracket must not stop the loop.
      if (end === key.range.start && ']['.includes(text[at] ?? ' ')) at++;
    }
    if (text[at] === '{' || text[at] === '[') at++;
  }
}

function readList(text: string, start: number, limit: number, depth: number): ReadNode<OutlineList> {
  const node: OutlineList = { kind: 'list', isFlow: true, items: [] };
  let at = start + 1;
  for (;;) {
    at = skipBetween(text, at, limit);
    if (at >= limit || text[at] === ']') return { node, end: Math.min(at + 1, limit) };
    const value = readFlowValue(text, at, limit, depth);
    if (value !== undefined) node.items.push({ hasDash: true, value: value.node });
    at = Math.max(value?.end ?? at, at + 1);
  }
}

/** Undefined if it is empty. */
function readFlowValue(text: string, from: number, limit: number, depth: number): ReadNode | undefined {
  const at = skipBlanks(text, from, limit);
  const first = text[at] ?? ',';
  if (at >= limit || ',}]'.includes(first)) return undefined;
  const isCollection = (first === '{' && text[at + 1] !== '{') || first === '[';
  return isCollection && depth < maxDepth
    ? readFlowCollection(text, at, limit, depth + 1)
    : readFlowScalar(text, at, limit);
}

const plainEnd = /[,{}[\]\r\n]|:(?=[\s,}\]]|$)|\s#/g;

function readFlowScalar(text: string, at: number, limit: number): ReadNode<OutlineScalar> {
  const quoted = readQuoted(text, at, lineEnd(text, at, limit)) ?? readUnclosed(text, at, lineEnd(text, at, limit));
  if (quoted !== undefined) return quoted;
  const braces = text.startsWith('{{', at) ? text.indexOf('}}', at) : -1;
  plainEnd.lastIndex = text.startsWith('{{', at) ? Math.max(at + 2, braces + 2) : at;
  const found = Math.min(plainEnd.exec(text)?.index ?? limit, limit);
  const end = at + text.slice(at, found).trimEnd().length;
  return { node: scalar(text, 'plain', at, end), end };
}

/** A string in quotes that is closed before `limit`. */
export function readQuoted(text: string, at: number, limit: number): ReadNode<OutlineScalar> | undefined {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  const pattern = quote === '"' ? /"(?:[^"\\]|\\[^])*"/y : /'(?:[^']|'')*'/y;
  pattern.lastIndex = at;
  const end = pattern.test(text) ? pattern.lastIndex : Number.POSITIVE_INFINITY;
  if (end > limit) return undefined;
  return { node: scalar(text, quote === '"' ? 'double' : 'single', at + 1, end - 1), end };
}

/** A string whose closing quote is not there yet: it ends with its line. */
export function readUnclosed(text: string, at: number, end: number): ReadNode<OutlineScalar> | undefined {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  return { node: scalar(text, quote === '"' ? 'double' : 'single', at + 1, end), end };
}

export function scalar(text: string, style: OutlineScalar['style'], start: number, end: number): OutlineScalar {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const isFirstOnLine = /^[\s-]*["']?$/.test(text.slice(line, Math.min(start, line + 1000)));
  return {
    kind: 'scalar',
    style,
    text: text.slice(start, end),
    range: { start, end },
    isFirstOnLine,
    column: start - line,
  };
}

function lineEnd(text: string, at: number, limit: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? limit : Math.min(end, limit);
}

const blanks = /(?:\s|(?<=\s)#[^\n]*)*/y;
const between = /(?:[\s,]|(?<=\s)#[^\n]*)*/y;

function skipBlanks(text: string, at: number, limit: number): number {
  return skip(blanks, text, at, limit);
}

function skipBetween(text: string, at: number, limit: number): number {
  return skip(between, text, at, limit);
}

function skip(pattern: RegExp, text: string, at: number, limit: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? Math.min(pattern.lastIndex, limit) : at;
}
