import type { PatternSearch } from '../../src/language/expressions/pattern-searches.ts';
import { compilePattern } from '../../src/language/patterns/compile-pattern.ts';

/** Searches in this thread, without a time limit. */
export const searchAtOnce: PatternSearch = (pattern, text) => {
  const compiled = compilePattern(pattern);
  return compiled.kind === 'linear' && compiled.test(text);
};
