/** A node, and the one that it is a child of. */
export interface LinkedNode {
  readonly node: number;
  readonly parent: number;
}

/** Chains of nodes: each node is the child of the one before it, and the first one of any earlier node. */
export class Chains {
  #parents = new Uint32Array(64);
  #starts = new Uint32Array(64);
  /** The depths of their first nodes. */
  #depths = new Uint32Array(64);
  #size = 0;
  #end = 1;

  /** @param start the node after the last node of the chain before */
  add({ parent, start, depth, length }: { parent: number; start: number; depth: number; length: number }): void {
    if (this.#size === this.#starts.length) this.#grow();
    this.#parents[this.#size] = parent;
    this.#starts[this.#size] = start;
    this.#depths[this.#size] = depth;
    this.#size++;
    this.#end = start + length;
  }

  /** The depth of a node. */
  depthOf(node: number): number {
    let [low, high] = [0, this.#size];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= node) low = middle;
      else high = middle;
    }
    return this.#depths[low]! + node - this.#starts[low]!;
  }

  /** All nodes, those of lower depth first. The object is the same each time. */
  *byDepth(): Generator<LinkedNode> {
    const { first, next } = this.#lists();
    const active: number[] = [];
    const current = { node: 0, parent: 0 };
    for (let depth = 1; depth < first.length || active.length > 0; depth++) {
      for (let chain = first[depth] ?? 0; chain > 0; chain = next[chain - 1]!) active.push(chain - 1);
      for (let index = active.length - 1; index >= 0; index--) {
        const chain = active[index]!;
        const start = this.#starts[chain]!;
        current.node = start + depth - this.#depths[chain]!;
        current.parent = current.node === start ? this.#parents[chain]! : current.node - 1;
        yield current;
        if (current.node + 1 === (chain + 1 < this.#size ? this.#starts[chain + 1]! : this.#end)) {
          active[index] = active.at(-1)!;
          active.pop();
        }
      }
    }
  }

  /** By depth the chains that begin there, as lists; chains count from 1. */
  #lists(): { readonly first: Uint32Array; readonly next: Uint32Array } {
    let maxDepth = 0;
    for (let chain = 0; chain < this.#size; chain++) maxDepth = Math.max(maxDepth, this.#depths[chain]!);
    const [first, next] = [new Uint32Array(maxDepth + 1), new Uint32Array(this.#size)];
    for (let chain = 0; chain < this.#size; chain++) {
      const depth = this.#depths[chain]!;
      next[chain] = first[depth]!;
      first[depth] = chain + 1;
    }
    return { first, next };
  }

  #grow(): void {
    const larger = (numbers: Uint32Array) => {
      const grown = new Uint32Array(numbers.length * 2);
      grown.set(numbers);
      return grown;
    };
    this.#parents = larger(this.#parents);
    this.#starts = larger(this.#starts);
    this.#depths = larger(this.#depths);
  }
}
