import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { severityOf } from '../../base/problem/problem-catalogue.ts';
import { problemsBySeverity, type ReportedProblem } from '../../base/problem/problem.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { TaskTypes } from '../../language/flow/task-types.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import type { FlowLanguage } from '../documents/flow-language.ts';
import { mergeProblems, usableFlow, type CheckedSource, type FlowChecker } from './check/flow-checker.ts';
import { invalidFlow } from './check/flow-errors.ts';
import { readConvertibility, type Convertibility } from './convertibility.ts';
import type { FlowService } from './flow-service.ts';
import type { ResolveOptions, SubflowService } from './subflows/subflow-service.ts';

export interface Conversion {
  readonly jenkinsfile: string;
  readonly warnings: readonly ReportedProblem[];
}

type ConvertOptions = Pick<ResolveOptions, 'isStored' | 'revision'> & { readonly caller: Caller };

/**
 * Converts flows to Jenkinsfiles, and checks in advance whether that is possible (docs/explanation/jenkinsfiles.md).
 */
export class JenkinsfileService {
  readonly #deps;

  constructor(deps: {
    readonly flows: FlowService;
    readonly checker: FlowChecker;
    readonly subflows: SubflowService;
    readonly language: FlowLanguage;
    readonly taskTypes: TaskTypes;
  }) {
    this.#deps = deps;
  }

  /** Checks any document, even one that cannot be parsed. @throws {AppError} forbidden */
  async check(source: RevisionSource, caller: Caller): Promise<Convertibility> {
    const checked = await this.#deps.checker.check(source, caller.key);
    const { problems } = checked.check.flow === undefined ? checked.check : await this.#tryConvert(checked, { caller });
    return readConvertibility(await checked.value(caller.key), problems, this.#deps.taskTypes);
  }

  /** @throws {AppError} flow-invalid, forbidden */
  async convert(source: RevisionSource, caller: Caller): Promise<Conversion> {
    return this.#convert(await this.#deps.checker.check(source, caller.key), { caller });
  }

  /** Uses the current revisions of the subflows. @throws {AppError} as FlowService.read, and flow-invalid, forbidden */
  async ofRevision(key: FlowKey, caller: Caller, revision?: number): Promise<Conversion> {
    const { checked, entry } = await this.#deps.flows.read(key, { revision, owner: caller.key });
    return this.#convert(checked, { caller, isStored: true, revision: entry.revision });
  }

  async #convert(checked: CheckedSource, options: ConvertOptions): Promise<Conversion> {
    const { jenkinsfile, problems, hidden } = await this.#tryConvert(checked, options);
    if (hidden[0] !== undefined) throw hiddenContent(hidden[0], options.caller);
    if (jenkinsfile === undefined) throw invalidFlow(problems);
    return { jenkinsfile, warnings: problemsBySeverity(problems).warnings };
  }

  /** Returns the Jenkinsfile unless a problem is an error; invalid calls are never composed. */
  async #tryConvert(
    checked: CheckedSource,
    options: ConvertOptions,
  ): Promise<{ jenkinsfile?: string; problems: readonly ReportedProblem[]; hidden: readonly FlowKey[] }> {
    const { key: owner } = options.caller;
    const { flow, called, problems: found, hidden } = await this.#deps.subflows.resolve(usableFlow(checked), options);
    if (found.some((problem) => severityOf(problem) === 'error'))
      return { problems: await mergeProblems(found, checked, owner), hidden };
    const transpiled = await this.#deps.language.transpile(
      { flow, called, revision: options.revision, parameters: 'declared' },
      owner,
    );
    const problems = await mergeProblems([...found, ...transpiled.problems], checked, owner);
    return {
      ...(problemsBySeverity(problems).errors.length === 0 && { jenkinsfile: transpiled.jenkinsfile }),
      problems,
      hidden,
    };
  }
}

/** A Jenkinsfile contains the scripts of every called flow. The message does not reveal whether the flow exists. */
function hiddenContent(called: FlowKey, { subject }: Caller): AppError {
  const { namespace } = called;
  const detail = `The Jenkinsfile would contain the flow ${flowName(called)}, but ${JSON.stringify(subject)} has neither the execute nor the read right in the namespace ${namespace}.`;
  return new AppError('forbidden', detail, { namespace, right: 'execute', subject });
}
