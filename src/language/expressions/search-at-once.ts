import { compilePattern } from '../safe-patterns/compile-pattern.ts';
import type { PatternSearch, SearchRunner } from './pattern-searches.ts';

/** Searches in this thread, however long it takes: for a process that has nothing else to do. */
export const searchAtOnce: PatternSearch = (pattern, text) => {
  const compiled = compilePattern(pattern);
  return compiled.kind === 'linear' && compiled.test(text);
};

export const searchesAtOnce: SearchRunner = { run: async (work) => work(searchAtOnce) };
