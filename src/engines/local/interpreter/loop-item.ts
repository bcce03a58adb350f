/** An item of a loop. */
export interface LoopItem {
  /** From 0. */
  readonly index: number;
  /** Its label. */
  readonly key: string;
  readonly texts: ItemTexts;
}

/** The values of an item, by the name in the environment. */
export type ItemTexts = ReadonlyMap<string, string>;
