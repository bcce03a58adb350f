import type { PatternSearch } from '../../src/language/expressions/pattern-searches.ts';
import { compilePattern } from '../../src/language/patterns/compile-pattern.ts';

/** Searches in this thread, however long it takes. */
export const searchAtOnce: PatternSearch = (pattern, text) => {
  const compiled = compilePattern(pattern);
  return compiled.kind === 'linear' && compiled.test(text);
};
