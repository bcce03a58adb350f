import type { WaitResult } from '../../lifecycle/segments.ts';

/** How a wait ends, as whoever ends it says. */
export interface WaitEnding extends Omit<WaitResult, 'carried' | 'secretDigests'> {
  /** The secrets of its form by their ids, and the tokens of its files. */
  readonly secrets?: ReadonlyMap<string, string>;
}
