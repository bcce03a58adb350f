/** Maps pairs of a node and a code unit to nodes, in little memory. */
export class BranchTable {
  #nodes = new Uint32Array(64);
  #codes = new Uint16Array(64);
  /** 0 in free places. */
  #targets = new Uint32Array(64);
  #size = 0;

  /** The node that a pair leads to, or 0. */
  get(node: number, code: number): number {
    const last = this.#targets.length - 1;
    for (let place = placeOf(node, code) & last; ; place = (place + 1) & last) {
      const target = this.#targets[place]!;
      if (target === 0 || (this.#nodes[place] === node && this.#codes[place] === code)) return target;
    }
  }

  /** @param target not 0; the pair must be new */
  add(node: number, code: number, target: number): void {
    this.#size++;
    if (this.#size * 2 > this.#targets.length) this.#grow();
    this.#put(node, code, target);
  }

  #put(node: number, code: number, target: number): void {
    const last = this.#targets.length - 1;
    let place = placeOf(node, code) & last;
    while (this.#targets[place] !== 0) place = (place + 1) & last;
    this.#nodes[place] = node;
    this.#codes[place] = code;
    this.#targets[place] = target;
  }

  #grow(): void {
    const [nodes, codes, targets] = [this.#nodes, this.#codes, this.#targets];
    this.#nodes = new Uint32Array(targets.length * 2);
    this.#codes = new Uint16Array(targets.length * 2);
    this.#targets = new Uint32Array(targets.length * 2);
    for (const [place, target] of targets.entries()) if (target !== 0) this.#put(nodes[place]!, codes[place]!, target);
  }
}

/** Random for each process, so that callers cannot choose strings whose places collide. */
const seed = Math.floor(Math.random() * 2 ** 32);

function placeOf(node: number, code: number): number {
  let hash = Math.imul(node ^ seed, 0x9e37_79b1) ^ Math.imul(code + seed, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
