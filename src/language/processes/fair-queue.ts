/** The limits of a queue. */
export interface QueueLimits {
  readonly all: number;
  /** Max waiting items of one owner. */
  readonly each: number;
}

/** Which items may be taken now. */
export interface Choice<Item> {
  mayHave(owner: string): boolean;
  /** All items by default. */
  isAllowed?(item: Item): boolean;
  /** Whether an item goes before the others of its owner. */
  isPrompt?(item: Item): boolean;
}

const anything = (): boolean => true;

/** A queue whose owners take turns: however many items one owner has, another waits for at most one of them. */
export class FairQueue<Item> {
  readonly #limits: QueueLimits;
  /** In the order of the owners' turns; only owners with items are present. */
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Whether there is room for another item of the owner. */
  hasRoom(owner: string): boolean {
    return this.#size < this.#limits.all && (this.#waiting.get(owner)?.length ?? 0) < this.#limits.each;
  }

  add(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items === undefined) this.#waiting.set(owner, [item]);
    else items.push(item);
    this.#size++;
  }

  /** Takes an item of the next owner that has an allowed one: the first prompt one, otherwise the first one. */
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

  /** Removes and returns all items. */
  clear(): readonly Item[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#size = 0;
    return items;
  }
}
