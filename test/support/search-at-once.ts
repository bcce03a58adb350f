import type { PatternSearch } from '../../src/expression/pattern-searches.ts';
import { compilePattern } from '../../src/pattern/compile-pattern.ts';

/** Searches in this thread, however long it takes. */
export const searchAtOnce: PatternSearch = (pattern, text) => {
  const compiled = compilePattern(pattern);
  return compiled.kind === 'linear' && compiled.test(text);
};
