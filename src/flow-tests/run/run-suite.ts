import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { FlowFilesError } from '../../flow-files/flow-file.ts';
import { prepareFlow, type FileProblems, type PreparedFlow } from '../../flow-files/prepare-flow.ts';
import { readTestSuite, type ReadTestSuite } from '../../language/test-files/read-test-suite.ts';
import type { TestCase, TestSuite } from '../../language/test-files/test-suite.ts';
import { AppError } from '../../problem/app-error.ts';
import { messageOf } from '../../problem/message-of.ts';
import type { Path, ReportedProblem } from '../../problem/problem.ts';
import type { LanguageOptions } from '../../services/language/language-operations.ts';
import { checkSuite } from '../suite/check-suite.ts';
import type { CaseResult, SuiteResult } from '../test-result.ts';
import type { CaseRun, Rejection } from './case-run.ts';
import { compareRun } from './compare-run.ts';
import { runCase } from './run-case.ts';
import { runSideBySide } from './run-side-by-side.ts';
import { SeededRandom } from './seeded-random.ts';

export interface RunSuiteOptions {
  readonly language: LanguageOptions;
  /** The name of a file in messages. */
  readonly nameOf: (path: string) => string;
  /** Absolute paths of further files and folders with flows that may be called. */
  readonly roots: readonly string[];
  /** Whether a case runs. */
  readonly isChosen: (testCase: TestCase) => boolean;
  readonly seed: number;
  /** Ends running scripts; further cases do not start. */
  readonly stop: AbortSignal;
}

/**
 * Runs the chosen cases of a test file side by side.
 * @param path absolute
 */
export async function runSuite(path: string, options: RunSuiteOptions): Promise<SuiteResult> {
  return new SuiteRun(path, options).run();
}

class SuiteRun {
  readonly #path: string;
  readonly #file: string;
  readonly #options: RunSuiteOptions;

  constructor(path: string, options: RunSuiteOptions) {
    this.#path = path;
    this.#file = options.nameOf(path);
    this.#options = options;
  }

  async run(): Promise<SuiteResult> {
    try {
      return await this.#runText(readFileSync(this.#path, 'utf8'));
    } catch (error) {
      if (!(error instanceof FlowFilesError) && !isFileError(error)) throw error;
      return this.#unusable([{ file: this.#file, problems: [wholeFile(messageOf(error))] }], []);
    }
  }

  async #runText(text: string): Promise<SuiteResult> {
    const read = readTestSuite(text);
    const { suite } = read;
    if (suite === undefined || read.problems().some(isError))
      return this.#unusable([{ file: this.#file, problems: read.problems() }], []);
    const prepared = await this.#prepare(suite);
    const problems = read.problems(prepared.ready === undefined ? [] : checkSuite(suite, prepared.ready.plan));
    const own = problems.length === 0 ? [] : [{ file: this.#file, problems }];
    if (problems.some(isError)) return this.#unusable(own, prepared.paths);
    const chosen = suite.cases.filter(this.#options.isChosen);
    const needsFlow = chosen.some(({ expected }) => expected.kind === 'run');
    return {
      file: this.#file,
      flow: prepared.ready?.flow,
      problems: prepared.ready === undefined && needsFlow ? [...own, ...prepared.problems] : own,
      isUsable: true,
      cases: await runSideBySide(chosen, (testCase) => this.#runCase(testCase, read, prepared), {
        stop: this.#options.stop,
      }),
      paths: [this.#path, ...prepared.paths],
    };
  }

  async #prepare({ flow, flows }: TestSuite): Promise<PreparedFlow> {
    const { language, nameOf, roots } = this.#options;
    const path = this.#pathOf(flow ?? basename(this.#path).replace(/\.test(?=\.ya?ml$)/, ''));
    const called = flows.length > 0 ? flows.map((each) => this.#pathOf(each)) : [dirname(path)];
    const file = { name: nameOf(path), path, bytes: readFileSync(path) };
    return prepareFlow(file, { language, nameOf, roots: [...called, ...roots], runs: () => false });
  }

  async #runCase(testCase: TestCase, read: ReadTestSuite, prepared: PreparedFlow): Promise<CaseResult> {
    const start = performance.now();
    const random = new SeededRandom(this.#options.seed);
    const result = (outcome: CaseResult['outcome'], more: Partial<CaseResult> = {}): CaseResult => ({
      name: testCase.name,
      place: read.placeOf([...testCase.path, 'name']),
      outcome,
      failures: [],
      log: [],
      ...more,
      seconds: (performance.now() - start) / 1000,
      seed: random.isUsed ? this.#options.seed : undefined,
    });
    const atCase = (what: string) => [{ place: read.placeOf([...testCase.path, 'name']), what }];
    try {
      const run = await this.#runOf(testCase, prepared, random.next);
      if (run === undefined) return result('error', { failures: atCase('The flow has errors') });
      const differences = compareRun(testCase, run);
      if (differences.length === 0) return result('passed');
      return result('failed', {
        failures: differences.map(({ path, ...difference }) => ({ place: read.placeOf(path as Path), ...difference })),
        log: run.kind === 'rejected' ? [] : run.record.lines(),
      });
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof FlowFilesError)) throw error;
      return result('error', { failures: atCase(error.message) });
    }
  }

  /** Undefined if the flow has errors that the case does not expect. */
  async #runOf(
    testCase: TestCase,
    { ready, problems }: PreparedFlow,
    random: () => number,
  ): Promise<CaseRun | undefined> {
    if (ready !== undefined)
      return runCase(testCase, { ready, pathOf: (file) => this.#pathOf(file), random, stop: this.#options.stop });
    if (testCase.expected.kind === 'run') return undefined;
    return { kind: 'rejected', reasons: reasonsOf(problems) };
  }

  #pathOf(file: string): string {
    return resolve(dirname(this.#path), file);
  }

  #unusable(problems: readonly FileProblems[], paths: readonly string[]): SuiteResult {
    return {
      file: this.#file,
      flow: undefined,
      problems,
      isUsable: false,
      cases: [],
      paths: [this.#path, ...paths],
    };
  }
}

function reasonsOf(problems: readonly FileProblems[]): readonly Rejection[] {
  return problems
    .flatMap((each) => each.problems)
    .filter(isError)
    .map(({ code, message }) => ({ of: { kind: 'code', name: code }, message }));
}

function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

function wholeFile(message: string): ReportedProblem {
  return { code: 'invalid-value', severity: 'error', message, path: '' };
}
