import type { Caller } from '../access/caller.ts';
import { flowName, type FlowKey } from '../flow/flow-key.ts';
import type { Transpilation } from '../pipeline/transpile.ts';
import { AppError } from '../problem/app-error.ts';
import { severityOf } from '../problem/problem-catalogue.ts';
import { problemsBySeverity, type Problem } from '../problem/problem.ts';
import type { RevisionSource } from '../revision/flow-revision.ts';
import { readConvertibility, type Convertibility } from './convertibility.ts';
import { usableFlow, type CheckedSource, type FlowChecker } from './flow-checker.ts';
import type { FlowService } from './flow-service.ts';
import { invalidFlow } from './invalid-flow.ts';
import { mergeProblems } from './merge-problems.ts';
import type { ResolvedFlow, ResolveOptions, SubflowService } from './subflows/subflow-service.ts';

export interface Conversion {
  readonly jenkinsfile: string;
  readonly warnings: readonly Problem[];
}

type ConvertOptions = Pick<ResolveOptions, 'isStored' | 'revision'> & { readonly caller: Caller };

/** Turns a flow with its subflows into a Jenkinsfile. */
export type Transpile = (resolved: ResolvedFlow, revision?: number) => Transpilation;

export interface JenkinsfileServiceCollaborators {
  readonly flows: FlowService;
  readonly checker: FlowChecker;
  readonly subflows: SubflowService;
  readonly transpile: Transpile;
}

/** Turns flows into Jenkinsfiles, and says beforehand whether that is possible (SPEC 4.3, DESIGN 7). */
export class JenkinsfileService {
  readonly #with: JenkinsfileServiceCollaborators;

  constructor(collaborators: JenkinsfileServiceCollaborators) {
    this.#with = collaborators;
  }

  /** The verdict on any document, also one that cannot be parsed. @throws {AppError} forbidden */
  async check(source: RevisionSource, caller: Caller): Promise<Convertibility> {
    const checked = this.#with.checker.check(source);
    const { problems } = checked.check.flow === undefined ? checked.check : await this.#tryConvert(checked, { caller });
    return readConvertibility(checked.parse()?.value, problems);
  }

  /** @throws {AppError} flow-invalid, forbidden */
  convert(source: RevisionSource, caller: Caller): Promise<Conversion> {
    return this.#convert(this.#with.checker.check(source), { caller });
  }

  /** The subflows are those of this moment. @throws {AppError} as FlowService.read, and flow-invalid, forbidden */
  async ofRevision(key: FlowKey, caller: Caller, revision?: number): Promise<Conversion> {
    const { checked, entry } = await this.#with.flows.read(key, revision);
    return this.#convert(checked, { caller, isStored: true, revision: entry.revision });
  }

  async #convert(checked: CheckedSource, options: ConvertOptions): Promise<Conversion> {
    const { jenkinsfile, problems, hidden } = await this.#tryConvert(checked, options);
    if (hidden[0] !== undefined) throw hiddenContent(hidden[0], options.caller);
    if (jenkinsfile === undefined) throw invalidFlow(problems);
    return { jenkinsfile, warnings: problemsBySeverity(problems).warnings };
  }

  /** The Jenkinsfile unless a problem is an error; calls that do not fit are never composed. */
  async #tryConvert(checked: CheckedSource, options: ConvertOptions): Promise<{ jenkinsfile?: string; problems: readonly Problem[]; hidden: readonly FlowKey[] }> {
    const resolved = await this.#with.subflows.resolve(usableFlow(checked), options);
    const { findings, hidden } = resolved;
    if (findings.some(({ code }) => severityOf(code) === 'error')) return { problems: mergeProblems(findings, checked), hidden };
    const transpilation = this.#with.transpile(resolved, options.revision);
    const problems = mergeProblems([...findings, ...transpilation.findings], checked);
    return { ...(problemsBySeverity(problems).errors.length === 0 && { jenkinsfile: transpilation.jenkinsfile }), problems, hidden };
  }
}

/** A Jenkinsfile holds the scripts of every flow that is called. The same whether or not there is such a flow. */
function hiddenContent(called: FlowKey, { subject }: Caller): AppError {
  const { namespace } = called;
  const detail = `The Jenkinsfile would hold ${flowName(called)}, and ${JSON.stringify(subject)} does not have the right to execute or to read in the namespace ${namespace}.`;
  return new AppError('forbidden', detail, { namespace, right: 'execute', subject });
}
