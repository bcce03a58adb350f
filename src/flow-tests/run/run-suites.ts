import type { SuiteResult } from '../test-result.ts';
import { runSuite, type RunSuiteOptions } from './run-suite.ts';

/**
 * Runs test files, one after another: their cases run side by side.
 * @param paths absolute
 */
export async function runSuites(paths: readonly string[], options: RunSuiteOptions): Promise<readonly SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const path of paths) {
    if (options.stop.aborted) break;
    results.push(await runSuite(path, options));
  }
  return results;
}
