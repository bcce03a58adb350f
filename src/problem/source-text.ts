import type { Path } from './problem.ts';

/** The text of a scalar exactly as its author typed it (`3.10`), or undefined where the source has none (JSON). */
export type SourceText = (path: Path) => string | undefined;
