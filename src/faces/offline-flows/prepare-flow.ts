import type { LanguageOptions } from '../../abilities/documents/language-operations.ts';
import { calledFlow, callsOf } from '../../abilities/documents/subflow-calls.ts';
import { mergeProblems, type CheckedSource, type FlowChecker } from '../../abilities/flows/check/flow-checker.ts';
import { FlowPreparation } from '../../abilities/flows/preparation/flow-preparation.ts';
import { problemAtRun } from '../../abilities/flows/subflows/call-problems.ts';
import type { Problem, ReportedProblem } from '../../base/problem/problem.ts';
import type { FlowPlan } from '../../language/execution-plan/flow-plan.ts';
import { jenkinsOnlyProblems, type RunsTask } from '../../language/execution-plan/jenkins-only-problems.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { locatedTasks } from '../../language/flow/located-tasks.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';
import { FlowCatalogue } from './flow-catalogue.ts';
import { asFoundRevision, type FlowFile } from './flow-file.ts';
import { inThreadChecks } from './in-thread-checks.ts';

/** The problems of one file. */
export interface FileProblems {
  /** The name of the file. */
  readonly file: string;
  /** The text of the file, if it could be read. */
  readonly text?: string;
  readonly problems: readonly ReportedProblem[];
}

export interface PreparedFlow {
  /** Only files with problems; the file of the flow itself comes first. */
  readonly problems: readonly FileProblems[];
  /** Absolute paths of the files that the result depends on, except missing ones. */
  readonly paths: readonly string[];
  /** Absent if a problem is an error. */
  readonly ready?: { readonly flow: ValidatedFlow; readonly plan: FlowPlan };
}

export interface PrepareOptions {
  readonly language: LanguageOptions;
  /** Absolute paths of the files and folders with the flows that may be called. */
  readonly roots: readonly string[];
  /** The name of a file in messages. */
  readonly nameOf: (path: string) => string;
  /** All run by default; the type of a task that does not, and the flow that it calls, do not matter. */
  readonly runs?: RunsTask;
}

/**
 * Checks a flow in a file together with the flows that it calls, as a gateway does before it runs one, and plans it for
 * Flowgate's own engine.
 * @throws {FlowFilesError} if the files of called flows cannot be used
 */
export async function prepareFlow(file: FlowFile, options: PrepareOptions): Promise<PreparedFlow> {
  return new FilePreparation(options).prepare(file);
}

class FilePreparation {
  readonly #options: PrepareOptions;
  readonly #checker: FlowChecker;
  readonly #catalogue: FlowCatalogue;
  readonly #preparation: FlowPreparation;

  constructor(options: PrepareOptions) {
    this.#options = options;
    this.#catalogue = new FlowCatalogue({ ...options, limits: options.language.limits });
    const checks = inThreadChecks(options.language, this.#catalogue);
    this.#checker = checks.checker;
    this.#preparation = new FlowPreparation({
      ...checks,
      options: { ...options.language, inlinesSeparate: true },
      // Problems of the tasks that a test replaces do not count.
      engineProblems: () => [],
    });
  }

  async prepare(file: FlowFile): Promise<PreparedFlow> {
    const checked = await this.#check(file);
    const { flow } = checked.check;
    if (flow === undefined) return this.#result(file, checked.check.problems, []);
    const { plan, problems: planned } = await this.#preparation.planHere(checked, { isForRun: true });
    const runs = this.#options.runs ?? (() => true);
    const found = [
      ...planned.filter((problem) => !isOfMissingFlow(problem, flow, runs)),
      ...this.#revisionProblems(flow),
      ...jenkinsOnlyProblems(plan, runs),
    ];
    const own = (await mergeProblems(found, checked, ownWork)).map(problemAtRun);
    const ofCalled = await this.#calledProblems();
    const isReady = ![...own, ...ofCalled.flatMap(({ problems }) => problems)].some(isError);
    return { ...this.#result(file, own, ofCalled), ...(isReady && { ready: { flow, plan } }) };
  }

  #check(file: FlowFile): Promise<CheckedSource> {
    return this.#checker.check(asFoundRevision(file).source, ownWork);
  }

  /** The errors of called flows, and of files that might be the flows that were not found. */
  async #calledProblems(): Promise<readonly FileProblems[]> {
    const { found, broken } = this.#catalogue;
    const reports: FileProblems[] = [];
    for (const file of [...found.values(), ...broken]) {
      const { check, locate } = await this.#check(file);
      const ofCalls = check.flow === undefined ? [] : this.#revisionProblems(check.flow);
      reports.push({
        file: file.name,
        text: textOf(file),
        problems: [...check.problems.filter(isError), ...(await locate(ofCalls, ownWork))],
      });
    }
    return reports;
  }

  #revisionProblems(flow: ValidatedFlow): readonly Problem[] {
    const calls = callsOf(flow, this.#options.language.taskTypes).filter(({ isDisabled }) => !isDisabled);
    return calls.flatMap(({ call, path }): Problem[] => {
      if (call.revision === undefined) return [];
      const name = flowName(calledFlow(call));
      const message = `Flows in files have no revisions. Without "revision", the task calls the flow ${name} as it is in its file.`;
      return [{ code: 'invalid-value', message, path: [...path, 'revision'] }];
    });
  }

  #result(file: FlowFile, problems: readonly ReportedProblem[], others: readonly FileProblems[]): PreparedFlow {
    const { found, broken } = this.#catalogue;
    const files = [file, ...found.values(), ...broken];
    return {
      problems: [{ file: file.name, text: textOf(file), problems }, ...others].filter(
        (each) => each.problems.length > 0,
      ),
      paths: files.flatMap(({ path }) => (path === undefined ? [] : [path])),
    };
  }
}

function textOf({ bytes }: FlowFile): string {
  return Buffer.from(bytes).toString();
}

function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}

/** Whether the problem is a call of a missing flow, by a task that does not run. */
function isOfMissingFlow({ code, path }: Problem, flow: ValidatedFlow, runs: RunsTask): boolean {
  if (code !== 'subflow-not-found') return false;
  const ids = [...locatedTasks(flow)].flatMap(({ task, path: outer }) =>
    outer.every((part, index) => part === path[index]) ? [task.id] : [],
  );
  return ids.length > 0 && !runs(ids.join('/'));
}
