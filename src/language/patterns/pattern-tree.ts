import type { CharacterSet } from './character-set.ts';

/** The structure of a pattern; what matches no character (`^`, `$`, `\b`) is an empty sequence. */
export type PatternTree =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly PatternTree[] }
  /** `most` is Infinity where there is no bound. */
  | { readonly kind: 'repetition'; readonly item: PatternTree; readonly least: number; readonly most: number };
