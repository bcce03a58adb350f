/** Changes that are not stored yet, kept in this browser. They hold nothing but the text of the flow. */
export interface Draft {
  /** The revision that was edited; 0 for a new flow. */
  readonly base: number;
  readonly text: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

/** The flows that were edited since the page was loaded. */
const editedInThisVisit = new Set<string>();

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The draft of one flow. A storage that is full or forbidden keeps nothing, and nobody is stopped. */
export class DraftBox {
  readonly #key: string;
  readonly #storage: DraftStorage;

  /** @param flow such as `examples/hello`, or `new` */
  constructor(flow: string, storage: DraftStorage = localStorage) {
    this.#key = `flowgate.draft.${flow}`;
    this.#storage = storage;
  }

  /** The draft, unless its text is stored already. */
  read(storedText: string): Draft | undefined {
    const draft = parseDraft(quietly(() => this.#storage.getItem(this.#key)) ?? '');
    return draft?.text === storedText ? undefined : draft;
  }

  /** Whether the draft was made since the page was loaded, for example before the user looked at another tab. */
  get isOfThisVisit(): boolean {
    return editedInThisVisit.has(this.#key);
  }

  keep(draft: Draft): void {
    editedInThisVisit.add(this.#key);
    quietly(() => this.#storage.setItem(this.#key, JSON.stringify(draft)));
  }

  remove(): void {
    quietly(() => this.#storage.removeItem(this.#key));
  }
}

function parseDraft(text: string): Draft | undefined {
  const draft = quietly(() => JSON.parse(text) as Partial<Draft> | null); // of an older version perhaps
  if (typeof draft?.text !== 'string' || typeof draft.base !== 'number') return undefined;
  return { base: draft.base, text: draft.text, changedAt: String(draft.changedAt) };
}

function quietly<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
