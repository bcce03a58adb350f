import { BranchTable } from './branch-table.ts';

/** In `found`: the node begins a chain, so that it does not continue the node before it. The number is negative. */
const startsChain = -(2 ** 31);
/** In `found`: the node has children besides the next node. */
const branches = 2 ** 30;
/** In `found`: the length of the longest string that ends at the node. */
const lengthBits = branches - 1;

/** Called with the index after a match and its length; of the matches that end there, the longest. */
export type OnMatch = (end: number, length: number) => void;

/**
 * The automaton of Aho and Corasick for many strings: one pass over a text finds all of them, in a time that does not
 * depend on the strings. A node is a beginning of strings; 0 is the empty one. A child is usually the next node; the
 * others are in a table. A node needs 14 bytes, and there are at most as many as characters in the strings.
 */
export class TextAutomaton {
  #codes = new Uint16Array(256);
  #found = new Int32Array(256);
  /** For each node its parent, and after `link` the node of its longest proper suffix. */
  #fail = new Uint32Array(256);
  #depths = new Uint32Array(256);
  #maxDepth = 0;
  #size = 1;
  /** The children of the empty string for code units below 256. */
  readonly #first = new Uint32Array(256);
  readonly #table = new BranchTable();

  /** The number of nodes. */
  get size(): number {
    return this.#size;
  }

  /** Adds a string; not after `link`. */
  add(text: string): void {
    let node = 0;
    let depth = 0;
    for (; depth < text.length; depth++) {
      const next = this.#child(node, text.charCodeAt(depth));
      if (next === 0) break;
      node = next;
    }
    if (depth < text.length) node = this.#addChain(node, text, depth);
    this.#found[node] = (this.#found[node]! & ~lengthBits) | text.length;
  }

  /** Prepares the search, in short steps; nothing can be found before the last one. */
  *link(): Generator<void> {
    let work = 0;
    for (const node of yield* this.#byDepth()) {
      work += this.#link(node);
      if (work < stepWork) continue;
      work = 0;
      yield;
    }
  }

  /** All nodes except the empty string, those of lower depth first. */
  *#byDepth(): Generator<void, Uint32Array> {
    const [size, depths] = [this.#size, this.#depths];
    const next = new Uint32Array(this.#maxDepth + 1);
    for (let node = 1; node < size; node++) {
      next[depths[node]!]!++;
      if (node % stepNodes === 0) yield;
    }
    for (let depth = 1, sum = 0; depth < next.length; depth++) {
      const count = next[depth]!;
      next[depth] = sum;
      sum += count;
    }
    const nodes = new Uint32Array(size - 1);
    for (let node = 1; node < size; node++) {
      nodes[next[depths[node]!]!++] = node;
      if (node % stepNodes === 0) yield;
    }
    return nodes;
  }

  /**
   * Reads the characters of a text between two indexes.
   * @param node of the characters before them
   * @returns the node after them: the longest end of the text that is a beginning of a string
   */
  read(text: string, node: number, [from, to]: readonly [number, number], onMatch: OnMatch): number {
    const [codes, found, fail] = [this.#codes, this.#found, this.#fail];
    for (let index = from; index < to; index++) {
      const code = text.charCodeAt(index);
      for (; node !== 0; node = fail[node]!) {
        if (codes[node + 1] === code && found[node + 1]! >= 0) break;
        if ((found[node]! & branches) !== 0 && this.#table.get(node, code) !== 0) break;
      }
      node = this.#child(node, code);
      const length = found[node]! & lengthBits;
      if (length > 0) onMatch(index + 1, length);
    }
    return node;
  }

  /** The child of a node for a code unit; 0 without one. */
  childOf(node: number, code: number): number {
    return this.#child(node, code);
  }

  /** The node of the longest proper suffix of a node. */
  suffixOf(node: number): number {
    return this.#fail[node]!;
  }

  /** The length of the beginning of a string that a node is. */
  depthOf(node: number): number {
    return this.#depths[node]!;
  }

  /** The length of the longest string that ends at a node; 0 without one. */
  lengthAt(node: number): number {
    return this.#found[node]! & lengthBits;
  }

  /** The number of last characters with which a string can begin that is not complete yet, by the node after them. */
  openLength(node: number): number {
    let open = node;
    while (open !== 0 && this.#isLeaf(open)) open = this.#fail[open]!;
    return this.#depths[open]!;
  }

  /** The child of a node for a code unit; 0 without one. */
  #child(node: number, code: number): number {
    if (node === 0 && code < 256) return this.#first[code]!;
    if (node !== 0 && this.#codes[node + 1] === code && this.#found[node + 1]! >= 0) return node + 1;
    return (this.#found[node]! & branches) === 0 ? 0 : this.#table.get(node, code);
  }

  #isLeaf(node: number): boolean {
    return this.#found[node + 1]! < 0 && (this.#found[node]! & branches) === 0;
  }

  /** @returns how much work it was */
  #link(node: number): number {
    let work = 1;
    const parent = this.#fail[node]!;
    if (parent === 0) return work;
    const code = this.#codes[node]!;
    let suffix = this.#fail[parent]!;
    let target = this.#child(suffix, code);
    for (; target === 0 && suffix !== 0; work++) {
      suffix = this.#fail[suffix]!;
      target = this.#child(suffix, code);
    }
    this.#fail[node] = target;
    if ((this.#found[node]! & lengthBits) === 0) this.#found[node]! |= this.#found[target]! & lengthBits;
    return work;
  }

  /** Adds the rest of a string below a node. @returns its last node */
  #addChain(parent: number, text: string, from: number): number {
    const [start, length] = [this.#size, text.length - from];
    this.#reserve(start + length + 1);
    for (let index = 0; index < length; index++) {
      const node = start + index;
      this.#codes[node] = text.charCodeAt(from + index);
      this.#fail[node] = index === 0 ? parent : node - 1;
      this.#depths[node] = from + index + 1;
    }
    this.#maxDepth = Math.max(this.#maxDepth, text.length);
    const code = this.#codes[start]!;
    if (parent === 0 && code < 256) this.#first[code] = start;
    else {
      this.#table.add(parent, code, start);
      this.#found[parent]! |= branches;
    }
    this.#size += length;
    this.#found[start] = startsChain;
    // What follows the last node does not continue it.
    this.#found[this.#size] = startsChain;
    return this.#size - 1;
  }

  #reserve(size: number): void {
    if (size <= this.#codes.length) return;
    const capacity = Math.max(size, Math.ceil(this.#codes.length * 1.5));
    const larger = <Numbers extends Uint16Array | Int32Array | Uint32Array>(
      grown: Numbers,
      numbers: Numbers,
    ): Numbers => {
      grown.set(numbers);
      return grown;
    };
    this.#codes = larger(new Uint16Array(capacity), this.#codes);
    this.#found = larger(new Int32Array(capacity), this.#found);
    this.#fail = larger(new Uint32Array(capacity), this.#fail);
    this.#depths = larger(new Uint32Array(capacity), this.#depths);
  }
}

const stepWork = 20_000;
const stepNodes = 200_000;
