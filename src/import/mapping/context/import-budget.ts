import type { ByHand } from '../drafts/draft-flow.ts';

/**
 * What an import computes at most, in characters. A source of 500 bytes can join constants, call its methods and combine
 * axes until they fill any memory, so what goes beyond these limits is by hand.
 */
export const importLimits = {
  /** The max size of one value: a string, all items of a list, the variables of a task. */
  value: 32 * 1024,
  /** The max size of a whole job: values where they are used, the steps of methods where they are called. */
  total: 1024 * 1024,
  /** The combinations of a matrix. */
  cells: 1_000,
  /** The names with a value at one place. */
  names: 1_000,
};

const kilobytes = (characters: number) => `${characters / 1024} KB`;

export const valueTooLong: ByHand = {
  byHand: `its value is longer than ${kilobytes(importLimits.value)}, which is all that the import computes`,
};

export const tooManyNames: ByHand = {
  byHand: `the import keeps the values of ${importLimits.names} names, and no more`,
};

const allSpent: ByHand = {
  byHand: `the import has computed ${kilobytes(importLimits.total)} of values and called methods for the job, and computes no more`,
};

/** What is left of the total for one job; shared by everything that maps it. */
export class ImportBudget {
  #left = importLimits.total;

  /** Takes characters; the reason why something is by hand if there are not enough, or too many for one value. */
  takeValue(characters: number): ByHand | undefined {
    return characters > importLimits.value ? valueTooLong : this.take(characters);
  }

  /** Takes characters of any number; the reason why something is by hand if there are not enough. */
  take(characters: number): ByHand | undefined {
    if (characters > this.#left) {
      this.#left = 0;
      return allSpent;
    }
    this.#left -= characters;
    return undefined;
  }
}

/** Reasons contain others, so that a chain of values has one that grows with each. */
export function shortReason(reason: string): string {
  return reason.length > maxReason ? `${reason.slice(0, maxReason)}...` : reason;
}

const maxReason = 500;

/** The characters in the strings and keys of a plain value, not counted on beyond a limit. */
export function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let size = 0;
  for (const [key, part] of Object.entries(value)) {
    size += key.length + sizeOf(part, limit - size);
    if (size > limit) return size;
  }
  return size;
}
