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

export interface DraftOwner {
  /** The id of the user, whose drafts no other user of this browser sees; undefined for an unknown one. */
  readonly user: string | undefined;
  /** Such as `examples/hello`, or `new`. */
  readonly flow: string;
}

/** The draft of one flow by one user. If storage is full or blocked, nothing is kept, and editing continues. */
export class DraftBox {
  readonly #key: string;
  readonly #storage: DraftStorage;

  constructor({ user = '', flow }: DraftOwner, storage: DraftStorage = localStorage) {
    this.#key = `${keysOf(user)}${flow}`;
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

/** Removes the drafts of a user, and those without a user that an older version of this page has kept. */
export function removeDraftsOf(user: string, storage: Storage = localStorage): void {
  const isTheirs = (key: string): boolean => key.startsWith(keysOf(user)) || key.startsWith('flowgate.draft.');
  quietly(() => {
    for (const key of Object.keys(storage).filter(isTheirs)) storage.removeItem(key);
  });
}

/** What their keys begin with; the escaped user has no space. */
function keysOf(user: string): string {
  return `flowgate.draft ${encodeURIComponent(user)} `;
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
