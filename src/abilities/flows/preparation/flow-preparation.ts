import { LRUCache } from 'lru-cache';
import type { Problem } from '../../../base/problem/problem.ts';
import type { PreparedFlow } from '../../../engines/engine.ts';
import type { PlanFacts } from '../../../language/execution-plan/plan-facts.ts';
import { planFlow, type Planned } from '../../../language/execution-plan/plan-flow.ts';
import type { PlanOptions } from '../../../language/execution-plan/plan-options.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import type { RevisionSource } from '../../../store/revisions/flow-revision.ts';
import type { PlanningLanguage } from '../../documents/flow-language.ts';
import { callKey } from '../../documents/subflow-calls.ts';
import { usableFlow, type CheckedSource, type FlowChecker } from '../check/flow-checker.ts';
import { invalidFlow } from '../check/flow-errors.ts';
import { problemAtRun } from '../subflows/call-problems.ts';
import { ownerOf, type ResolvedFlow, type ResolveOptions, type SubflowService } from '../subflows/subflow-service.ts';

/** A flow that can run, with the revisions that it consists of. */
export interface RunnableFlow extends PreparedFlow {
  /** As its author wrote it, without what its calls add. */
  readonly authored: ValidatedFlow;
  readonly subflows: ResolvedFlow['revisions'];
  /** The paths of its tasks that call flows, without the labels of items. */
  readonly calls: readonly string[];
  /** The worker groups of its tasks and of those that it calls. */
  readonly workerGroups: PlanFacts['workerGroups'];
  /** Whether a later segment gets files that tasks of an earlier one have kept. */
  readonly passesFiles: boolean;
}

export interface PlannedFlow extends Planned {
  /** The problems of the flow together with those that it calls, on every engine. */
  readonly problems: readonly Problem[];
}

const cachedFacts = 1_000;

/**
 * Prepares flows to run: checks the document, resolves the flows that it calls, plans what an engine does, and collects
 * the problems of all three. Accepting a flow, running it later, and running a file all use it.
 */
export class FlowPreparation {
  readonly #deps;
  /** By the digest of the flow. */
  readonly #facts = new LRUCache<string, PlanFacts>({ max: cachedFacts });

  constructor(deps: {
    readonly checker: FlowChecker;
    readonly subflows: SubflowService;
    readonly language: PlanningLanguage;
    readonly options: Omit<PlanOptions, 'subflow'>;
    /** The problems that only the engine has. */
    readonly engineProblems: (facts: PlanFacts) => readonly Problem[];
  }) {
    this.#deps = deps;
  }

  /**
   * @param options `pinned`: the revisions of subflows that were accepted, the latest ones by default; `caller`: the user
   * who executes it
   * @throws {AppError} `forbidden`; `flow-invalid`, also for problems that appear only together with the subflows
   */
  async prepare(
    source: RevisionSource,
    options: Pick<ResolveOptions, 'revision' | 'pinned' | 'caller' | 'owner'>,
  ): Promise<RunnableFlow> {
    const owner = ownerOf(options);
    const checked = await this.#deps.checker.check(source, owner);
    const authored = usableFlow(checked);
    const resolved = await this.#deps.subflows.resolve(authored, { isForRun: true, ...options });
    const facts = await this.#factsOf(checked, resolved, options);
    const found = [...resolved.problems, ...facts.problems, ...this.#deps.engineProblems(facts)];
    const problems = (await checked.locate(found, owner)).map(problemAtRun);
    if (problems.some(({ severity }) => severity === 'error')) throw invalidFlow(problems);
    const { flow, called, revisions } = resolved;
    const { revision } = options;
    return {
      authored,
      flow,
      called,
      revision,
      owner,
      subflows: revisions,
      digest: digestOf(checked, called, revision),
      calledDefaults: facts.calledDefaults,
      calls: facts.calls,
      workerGroups: facts.workerGroups,
      passesFiles: facts.passesFiles,
      plan: () => this.#plan({ flow, called }, revision).plan,
    };
  }

  /** Resolves and plans a flow in this thread, and collects the problems. @throws {AppError} `flow-invalid`, `forbidden` */
  async planHere(checked: CheckedSource, options: ResolveOptions): Promise<PlannedFlow> {
    const resolved = await this.#deps.subflows.resolve(usableFlow(checked), options);
    const { plan, problems } = this.#plan(resolved, options.revision);
    return { plan, problems: [...resolved.problems, ...problems] };
  }

  async #factsOf(checked: CheckedSource, resolved: ResolvedFlow, options: ResolveOptions): Promise<PlanFacts> {
    const { flow, called } = resolved;
    const { revision } = options;
    const digest = digestOf(checked, called, revision);
    const known = digest === undefined ? undefined : this.#facts.get(digest);
    if (known !== undefined) return known;
    const facts = await this.#deps.language.plan({ flow, called, revision }, ownerOf(options));
    if (digest !== undefined) this.#facts.set(digest, facts);
    return facts;
  }

  #plan({ flow, called }: Pick<ResolvedFlow, 'flow' | 'called'>, revision: number | undefined) {
    return planFlow(flow, revision, { ...this.#deps.options, subflow: (call) => called.get(callKey(call)) });
  }
}

/** Undefined for a flow that calls others: a revision of a purged flow can be stored again with another content. */
function digestOf(
  { digest }: CheckedSource,
  called: ResolvedFlow['called'],
  revision: number | undefined,
): string | undefined {
  return called.size > 0 ? undefined : `${digest} ${revision ?? ''}`;
}
