import { problemsOf } from '../flow/check-flow.ts';
import type { ValidatedFlow } from '../flow/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { Transpilation } from '../pipeline/transpile.ts';
import type { FlowKey, RevisionSource } from '../revision/flow-revision.ts';
import { readConvertibility, type Convertibility } from './convertibility.ts';
import { usableFlow, type CheckedSource, type FlowChecker } from './flow-checker.ts';
import type { FlowService } from './flow-service.ts';
import { invalidFlow, problemsBySeverity } from './invalid-flow.ts';

export interface Conversion {
  readonly jenkinsfile: string;
  readonly warnings: readonly Problem[];
}

/** Turns flows into Jenkinsfiles, and says beforehand whether that is possible (SPEC 4.3, DESIGN 7). */
export class JenkinsfileService {
  readonly #flows: FlowService;
  readonly #checker: FlowChecker;
  readonly #transpile: (flow: ValidatedFlow, revision?: number) => Transpilation;

  constructor(collaborators: {
    readonly flows: FlowService;
    readonly checker: FlowChecker;
    readonly transpile: (flow: ValidatedFlow, revision?: number) => Transpilation;
  }) {
    this.#flows = collaborators.flows;
    this.#checker = collaborators.checker;
    this.#transpile = collaborators.transpile;
  }

  /** The verdict on any document, also one that cannot be parsed. */
  check(source: RevisionSource): Convertibility {
    const checked = this.#checker.check(source);
    const { flow, problems } = checked.check;
    return readConvertibility(checked.parse()?.value, flow === undefined ? problems : problemsWith(this.#transpile(flow), checked));
  }

  /** @throws {AppError} flow-invalid */
  convert(source: RevisionSource): Conversion {
    return this.#convert(this.#checker.check(source));
  }

  /** @throws {AppError} as FlowService.read, and flow-invalid */
  async ofRevision(key: FlowKey, revision?: number): Promise<Conversion> {
    const { checked, entry } = await this.#flows.read(key, revision);
    return this.#convert(checked, entry.revision);
  }

  #convert(checked: CheckedSource, revision?: number): Conversion {
    const transpilation = this.#transpile(usableFlow(checked), revision);
    const problems = problemsWith(transpilation, checked);
    const { errors, warnings } = problemsBySeverity(problems);
    if (errors.length > 0) throw invalidFlow(problems);
    return { jenkinsfile: transpilation.jenkinsfile, warnings };
  }
}

/** What the check found and what the transpiler added. */
function problemsWith({ findings }: Transpilation, { check, parse }: CheckedSource): readonly Problem[] {
  const document = findings.length === 0 ? undefined : parse();
  return document === undefined ? check.problems : [...check.problems, ...problemsOf(findings, document)];
}
