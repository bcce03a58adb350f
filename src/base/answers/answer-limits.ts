/** Whose answer is read, and how much of it. */
export interface AnswerLimits {
  /** Who answers, for messages, such as `Vault`. */
  readonly of: string;
  /** Max bytes, after decompression. */
  readonly bytes: number;
  /** Max levels of lists and objects in JSON. */
  readonly depth: number;
  /** Max values in JSON. */
  readonly values: number;
  /** Max characters of a string in JSON; `maxTextLength` by default. */
  readonly textLength?: number;
}

/** A string is parsed at once, however long it is. */
export const maxTextLength = 2 * 1024 * 1024;

/** Limits for answers that contain one thing, such as a secret, a token or a set of keys. */
export const smallAnswer = { bytes: 2 * 1024 * 1024, depth: 32, values: 10_000 } as const;
