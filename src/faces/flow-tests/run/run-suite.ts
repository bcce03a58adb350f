import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../../base/problem/app-error.ts';
import type { TestCase } from '../../../language/test-files/test-suite.ts';
import { FlowFilesError } from '../../offline-flows/flow-file.ts';
import type { FileProblems, PreparedFlow, PrepareOptions } from '../../offline-flows/prepare-flow.ts';
import { prepareSuite, type PreparedSuite } from '../suite/prepare-suite.ts';
import type { CaseResult, SuiteResult } from '../test-result.ts';
import type { CaseRun, Rejection } from './case-run.ts';
import { compareRun } from './compare-run.ts';
import { runCase } from './run-case.ts';
import { SeededRandom } from './seeded-random.ts';

/** `roots` are further files and folders with flows that may be called. */
export interface RunSuiteOptions extends Omit<PrepareOptions, 'runs'> {
  /** Whether a case runs. */
  readonly isChosen: (testCase: TestCase) => boolean;
  readonly seed: number;
  /** Ends running scripts; further cases do not start. */
  readonly stop: AbortSignal;
}

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

/**
 * Runs the chosen cases of a test file side by side.
 * @param path absolute
 */
export async function runSuite(path: string, options: RunSuiteOptions): Promise<SuiteResult> {
  const { problems, paths, usable } = await prepareSuite(path, options);
  const file = options.nameOf(path);
  if (usable === undefined) return { file, flow: undefined, problems, isUsable: false, cases: [], paths };
  const chosen = usable.suite.cases.filter(options.isChosen);
  const { flow } = usable;
  const isFlowMissing = flow.ready === undefined && chosen.some(({ expected }) => expected.kind === 'run');
  const run = new SuiteRun(path, usable, options);
  return {
    file,
    flow: flow.ready?.flow,
    problems: isFlowMissing ? [...problems, ...flow.problems] : problems,
    isUsable: true,
    cases: await runSideBySide(chosen, (testCase) => run.runCase(testCase), options),
    paths,
  };
}

/**
 * Does the work for each item, a few at once, and returns the results in the order of the items; after a stop, only
 * those of the items that had begun.
 */
async function runSideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { stop }: { readonly stop: AbortSignal },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const workOff = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (stop.aborted) return;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, workOff));
  return results.filter((result) => result !== undefined);
}

class SuiteRun {
  readonly #path: string;
  readonly #usable: NonNullable<PreparedSuite['usable']>;
  readonly #options: RunSuiteOptions;

  constructor(path: string, usable: NonNullable<PreparedSuite['usable']>, options: RunSuiteOptions) {
    this.#path = path;
    this.#usable = usable;
    this.#options = options;
  }

  async runCase(testCase: TestCase): Promise<CaseResult> {
    const { placeOf, flow } = this.#usable;
    const start = performance.now();
    const random = new SeededRandom(this.#options.seed);
    const place = placeOf([...testCase.path, 'name']);
    const result = (outcome: CaseResult['outcome'], more: Partial<CaseResult> = {}): CaseResult => ({
      name: testCase.name,
      place,
      outcome,
      failures: [],
      log: [],
      ...more,
      seconds: (performance.now() - start) / 1000,
      seed: random.isUsed ? this.#options.seed : undefined,
    });
    try {
      const run = await this.#run(testCase, flow, random.next);
      if (run === undefined) return result('error', { failures: [{ place, what: 'The flow has errors' }] });
      const differences = compareRun(testCase, run);
      if (differences.length === 0) return result('passed');
      return result('failed', {
        failures: differences.map(({ path, ...difference }) => ({ place: placeOf(path), ...difference })),
        log: run.kind === 'rejected' ? [] : run.record.lines(),
      });
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof FlowFilesError)) throw error;
      return result('error', { failures: [{ place, what: error.message }] });
    }
  }

  /** Undefined if the flow has errors that the case does not expect. */
  async #run(
    testCase: TestCase,
    { ready, problems }: PreparedFlow,
    random: () => number,
  ): Promise<CaseRun | undefined> {
    if (ready !== undefined) {
      const { stop } = this.#options;
      return runCase(testCase, { ready, pathOf: (file) => resolve(dirname(this.#path), file), random, stop });
    }
    return testCase.expected.kind === 'run' ? undefined : { kind: 'rejected', reasons: reasonsOf(problems) };
  }
}

function reasonsOf(problems: readonly FileProblems[]): readonly Rejection[] {
  return problems
    .flatMap((each) => each.problems)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => ({ of: { kind: 'code', name: code }, message }));
}
