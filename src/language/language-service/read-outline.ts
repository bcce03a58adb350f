import type { OutlineList, OutlineMap, OutlineNode, OutlinePair, OutlineScalar } from './outline.ts';
import { readFlowCollection, readQuoted, readUnclosed, scalar } from './read-flow-collection.ts';

/**
 * Reads a document by its indentation, line by line, without ever failing: an error in one line does not change how
 * others are read. A key without its colon, an empty item and an unclosed quote or bracket stay where they are. For a
 * valid document, the outline has the keys and scalars that a parser of YAML finds, except in rare syntax (`? key`).
 */
export function readOutline(text: string): OutlineNode | undefined {
  return new OutlineReader(text).read();
}

interface Line {
  readonly start: number;
  /** Without the line break. */
  readonly end: number;
  /** The column of its first visible character; undefined for a blank line. */
  readonly indent: number | undefined;
}

/** A block that is not finished; its keys or dashes are in the column `indent`. */
interface OpenBlock {
  readonly indent: number;
  readonly node: OutlineMap | OutlineList;
}

class OutlineReader {
  readonly #text: string;
  readonly #lines: readonly Line[];
  readonly #open: OpenBlock[] = [];
  #root: OutlineNode | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#lines = linesOf(text);
  }

  read(): OutlineNode | undefined {
    for (let index = 0; index < this.#lines.length;) index = this.#readLine(index);
    return this.#root;
  }

  /** Returns the index of the next line to read. */
  #readLine(index: number): number {
    const { start, end, indent } = this.#lines[index]!;
    if (indent === undefined) return index + 1;
    let at = start + indent;
    const content = this.#text.slice(at, end);
    if (content.startsWith('#') || (indent === 0 && /^(?:---|\.\.\.|%)/.test(content))) return index + 1;
    while (/^-(?:\s|$)/.test(this.#text.slice(at, Math.min(at + 2, end)))) {
      if (!this.#addItem(at - start)) return index + 1;
      at = this.#skipBlanks(at + 1, end);
      if (at >= end || this.#text[at] === '#') return index + 1;
    }
    const key = readKey(this.#text, at, end);
    if (key === undefined) return this.#addText(index, at);
    const pair: OutlinePair = { ...key, hasColon: true };
    this.#mapAt(at - start)?.pairs.push(pair);
    return this.#readValue(index, { from: key.after, indent: at - start }, (value) => (pair.value = value));
  }

  /** Adds an item to the list whose dashes are in this column. False if no list can be there. */
  #addItem(column: number): boolean {
    this.#close((block) => block.indent > column);
    const top = this.#open.at(-1);
    if (top?.node.kind === 'list' && top.indent === column) {
      top.node.items.push({ hasDash: true });
      return true;
    }
    const list: OutlineList = { kind: 'list', isFlow: false, items: [{ hasDash: true }] };
    if (!this.#attach(list, column)) return false;
    this.#open.push({ indent: column, node: list });
    return true;
  }

  /** The map whose keys are in this column; a new one if no map has begun. Undefined if it belongs nowhere. */
  #mapAt(column: number): OutlineMap | undefined {
    this.#close((block) => block.indent > column);
    while (this.#open.at(-1)?.indent === column && this.#open.at(-1)?.node.kind === 'list') this.#open.pop();
    const top = this.#open.at(-1);
    if (top?.node.kind === 'map' && top.indent === column) return top.node;
    const map: OutlineMap = { kind: 'map', isFlow: false, pairs: [] };
    const before = this.#lastValue();
    if (before?.kind === 'scalar' && before.style === 'plain' && before.isFirstOnLine && before.column === column) {
      // The text above in this column is a key that is being typed.
      map.pairs.push(this.#bareKey(before));
      this.#setLastValue(map);
    } else if (!this.#attach(map, column)) {
      // Wrong indentation.
      return top?.node.kind === 'map' ? top.node : undefined;
    }
    this.#open.push({ indent: column, node: map });
    return map;
  }

  /** Text that is neither an item nor a key with its colon. */
  #addText(index: number, at: number): number {
    const { start, end, indent = 0 } = this.#lines[index]!;
    const column = at - start;
    const isAfterDash = column > indent;
    if (!isAfterDash) this.#closeForText(column);
    const top = this.#open.at(-1);
    const before = this.#lastValue();
    if (top?.node.kind === 'list' && top.indent === column) {
      top.node.items.push({ hasDash: false });
    } else if (top?.node.kind === 'map' && top.indent === column) {
      top.node.pairs.push(this.#bareKey(this.#plainText(at, end)));
      return index + 1;
    } else if (!isAfterDash && before?.kind === 'scalar' && before.style === 'plain') {
      before.range = { start: before.range.start, end: this.#plainText(at, end).range.end };
      before.text = this.#text.slice(before.range.start, before.range.end);
      return index + 1;
    } else if (before !== undefined) {
      if (top?.node.kind === 'map') top.node.pairs.push(this.#bareKey(this.#plainText(at, end)));
      return index + 1;
    } else if (top === undefined && !'{["\''.includes(this.#text[at] ?? '')) {
      const map = this.#mapAt(column);
      map?.pairs.push(this.#bareKey(this.#plainText(at, end)));
      return index + 1;
    }
    const parent = this.#open.at(-1)?.indent ?? -1;
    return this.#readValue(index, { from: at, indent: parent }, (value) => this.#setLastValue(value));
  }

  /** A list in the column of its key ends where text follows in that column. */
  #closeForText(column: number): void {
    this.#close((block) => block.indent > column);
    const [below, top] = this.#open.slice(-2);
    if (top?.node.kind === 'list' && top.indent === column && below?.indent === column) this.#open.pop();
  }

  /** Reads the value at `from`, whose block is indented by `indent`, and returns the next line. */
  #readValue(index: number, { from, indent }: ValuePlace, set: (value: OutlineNode) => void): number {
    const { end } = this.#lines[index]!;
    const at = this.#skipProperties(from, end);
    const first = this.#text[at];
    if (at >= end || first === '#') return index + 1;
    if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(this.#text.slice(at, end))) {
      const next = this.#endOfBlock(index, indent);
      set(scalar(this.#text, 'block', Math.min(end + 1, this.#text.length), Math.max(this.#lines[next - 1]!.end, end)));
      return next;
    }
    const limit = this.#lines[this.#endOfBlock(index, indent) - 1]!.end;
    const isCollection = first === '[' || (first === '{' && this.#text[at + 1] !== '{');
    const read = isCollection
      ? readFlowCollection(this.#text, at, limit)
      : (readQuoted(this.#text, at, limit) ?? readUnclosed(this.#text, at, end));
    set(read?.node ?? this.#plainText(at, end));
    return read === undefined ? index + 1 : this.#lineAfter(index, read.end);
  }

  /** The index after the last line that is indented deeper than `indent`. */
  #endOfBlock(index: number, indent: number): number {
    let next = index + 1;
    for (let line = next; line < this.#lines.length; line++) {
      const deeper = this.#lines[line]!.indent;
      if (deeper === undefined) continue;
      if (deeper <= indent) break;
      next = line + 1;
    }
    return next;
  }

  #lineAfter(index: number, offset: number): number {
    let line = index;
    while (line < this.#lines.length && this.#lines[line]!.end < offset) line++;
    return line + 1;
  }

  #plainText(at: number, end: number): OutlineScalar {
    const [content = ''] = this.#text.slice(at, end).split(/\s#/, 1);
    return scalar(this.#text, 'plain', at, at + content.trimEnd().length);
  }

  #bareKey({ range }: OutlineScalar): OutlinePair {
    return { key: this.#text.slice(range.start, range.end), keyRange: range, hasColon: false };
  }

  /** Skips blanks, anchors and tags. */
  #skipProperties(from: number, end: number): number {
    let at = this.#skipBlanks(from, end);
    while (at < end && (this.#text[at] === '&' || this.#text[at] === '!')) {
      while (at < end && !/\s/.test(this.#text[at]!)) at++;
      at = this.#skipBlanks(at, end);
    }
    return at;
  }

  #skipBlanks(from: number, end: number): number {
    let at = from;
    while (at < end && (this.#text[at] === ' ' || this.#text[at] === '\t')) at++;
    return at;
  }

  #close(isEnded: (block: OpenBlock) => boolean): void {
    for (let top = this.#open.at(-1); top !== undefined && isEnded(top); top = this.#open.at(-1)) this.#open.pop();
  }

  /** The value of the last pair or item of the innermost open block. */
  #lastValue(): OutlineNode | undefined {
    return this.#lastHolder()?.value;
  }

  #lastHolder(): { value?: OutlineNode } | undefined {
    const node = this.#open.at(-1)?.node;
    return node?.kind === 'map' ? node.pairs.at(-1) : node?.items.at(-1);
  }

  #setLastValue(value: OutlineNode): void {
    const holder = this.#lastHolder();
    if (holder === undefined) this.#root ??= value;
    else holder.value = value;
  }

  /** Makes a block the value of the last pair or item, or the root. False if there is a value already. */
  #attach(block: OutlineNode, column: number): boolean {
    const top = this.#open.at(-1);
    if (top !== undefined && (top.indent > column || this.#lastValue() !== undefined)) return false;
    if (top === undefined && this.#root !== undefined) return false;
    this.#setLastValue(block);
    return true;
  }
}

interface ValuePlace {
  readonly from: number;
  readonly indent: number;
}

const quotedKey = /"((?:[^"\\\n]|\\.)*)"\s*:(?=\s|$)|'((?:[^'\n]|'')*)'\s*:(?=\s|$)/y;
// A plain key can contain a colon, but not one before white space.
const colon = /:(?=\s|$)/g;

/** The key at an offset, if a colon follows it on its line. */
function readKey(
  text: string,
  at: number,
  end: number,
): (Pick<OutlinePair, 'key' | 'keyRange'> & { readonly after: number }) | undefined {
  quotedKey.lastIndex = at;
  const quoted = quotedKey.exec(text);
  if (quoted !== null) {
    const key = quoted[1] ?? quoted[2] ?? '';
    return { key, keyRange: { start: at + 1, end: at + 1 + key.length }, after: quotedKey.lastIndex };
  }
  if (/[\s#"'{}[\],&*!|>%@`]/.test(text[at] ?? ' ')) return undefined;
  colon.lastIndex = at;
  const found = colon.exec(text)?.index ?? end;
  const key = text.slice(at, found).trimEnd();
  if (found >= end || key === '' || /\s#/.test(key)) return undefined;
  return { key, keyRange: { start: at, end: at + key.length }, after: found + 1 };
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; ;) {
    const end = text.indexOf('\n', start);
    const stop = end === -1 ? text.length : end;
    const content = text.slice(start, text[stop - 1] === '\r' && stop > start ? stop - 1 : stop);
    const indent = content.search(/[^ \t]/);
    lines.push({ start, end: start + content.length, indent: indent === -1 ? undefined : indent });
    if (end === -1) return lines;
    start = end + 1;
  }
}
