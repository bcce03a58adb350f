import { basename, join } from 'node:path';
import { runSuite, type RunSuiteOptions } from '../../../src/faces/flow-tests/run/run-suite.ts';
import type { CaseResult, SuiteResult } from '../../../src/faces/flow-tests/test-result.ts';
import { folderOf, language } from '../offline-flows/flow-folder.ts';

/** Runs a test file `main.test.yaml` beside the other files. */
export async function resultOf(
  text: string,
  files: Readonly<Record<string, string>>,
  options: Partial<RunSuiteOptions> = {},
): Promise<SuiteResult> {
  const folder = folderOf({ 'main.test.yaml': text, ...files });
  return runSuite(join(folder, 'main.test.yaml'), {
    language,
    nameOf: (path) => basename(path),
    roots: [],
    isChosen: () => true,
    seed: 1,
    stop: new AbortController().signal,
    ...options,
  });
}

/** The results of test cases, given as list items in YAML, for a flow. */
export async function casesOf(
  flow: string,
  cases: string,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly CaseResult[]> {
  const { problems, cases: results } = await resultOf(`cases:\n${cases}`, { 'main.yaml': flow, ...files });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return results;
}

/** Why a case has not passed: `line what: expected, found`. */
export function failuresOf({ failures }: CaseResult): readonly string[] {
  return failures.map(({ place, what, expected, found }) =>
    expected === undefined ? `${place.line} ${what}` : `${place.line} ${what}: ${expected}, ${found}`,
  );
}

/** `outcome`, or `outcome: failures`, for each case. */
export function outcomesOf(cases: readonly CaseResult[]): readonly string[] {
  return cases.map((each) => [each.outcome, ...failuresOf(each)].join('; '));
}
