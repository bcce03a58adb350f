/** How many items may wait. */
export interface QueueLimits {
  readonly all: number;
  /** Of one owner. */
  readonly each: number;
}

/** What may be taken now. */
export interface Choice<Item> {
  mayHave(owner: string): boolean;
  /** Everything when absent. */
  isAllowed?(item: Item): boolean;
  /** Whether an item comes before the others of its owner. */
  isPrompt?(item: Item): boolean;
}

const anything = (): boolean => true;

/** Items that wait for owners who take turns: however many one of them has, the others wait for one of these at most. */
export class FairQueue<Item> {
  readonly #limits: QueueLimits;
  /** In the order in which the owners' turns come; nobody is in it without an item. */
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Whether there is room for another item of an owner. */
  hasRoom(owner: string): boolean {
    return this.#size < this.#limits.all && (this.#waiting.get(owner)?.length ?? 0) < this.#limits.each;
  }

  add(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items === undefined) this.#waiting.set(owner, [item]);
    else items.push(item);
    this.#size++;
  }

  /** Takes the best item of the first owner in turn that may have one now: the first allowed one that is prompt, else the first allowed one. */
  take({ mayHave, isAllowed = anything, isPrompt = anything }: Choice<Item>): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      if (!mayHave(owner)) continue;
      const prompt = items.findIndex((item) => isAllowed(item) && isPrompt(item));
      const place = prompt === -1 ? items.findIndex(isAllowed) : prompt;
      if (place === -1) continue;
      const [item] = items.splice(place, 1);
      this.#waiting.delete(owner);
      if (items.length > 0) this.#waiting.set(owner, items);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** Takes everything. */
  clear(): readonly Item[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#size = 0;
    return items;
  }
}
