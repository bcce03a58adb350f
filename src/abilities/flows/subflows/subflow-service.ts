import type { Caller } from '../../../access/caller.ts';
import { severityOf } from '../../../base/problem/problem-catalogue.ts';
import type { Problem } from '../../../base/problem/problem.ts';
import type { CalledFlow, CompositionLimits } from '../../../language/execution-plan/plan-options.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import { isSeparate } from '../../../language/flow/separate-calls.ts';
import type { SubflowCall, TaskTypes } from '../../../language/flow/task-types.ts';
import { ownWork, type WorkOwner } from '../../../language/safe-patterns/bounded-runner.ts';
import type { SubflowRevision } from '../../../lifecycle/execution-record.ts';
import { calledFlow, callKey, callsOf, type LocatedCall } from '../../documents/subflow-calls.ts';
import type { FlowChecker } from '../check/flow-checker.ts';
import { callProblems } from './call-problems.ts';
import type { CalledFlowSource } from './called-flow-source.ts';
import { knownByOutputs, withCalledOutputs } from './called-outputs.ts';
import type { ValidateInputs } from './check-called-inputs.ts';
import { graphProblems } from './graph-problems.ts';
import { inaccessibleCalls, unusableProblem, type InaccessibleCall } from './inaccessible-calls.ts';
import { loadSubflows, nodesBelow, type FoundFlow, type MissingFlow, type SubflowNode } from './load-subflows.ts';
import { requestedOutputs } from './requested-outputs.ts';

/** A flow with everything it calls, at one moment. */
export interface ResolvedFlow {
  /** The flow; its Subflow tasks declare the outputs of the flows they call. */
  readonly flow: ValidatedFlow;
  /** As far as the caller may see them: a hidden flow is only reported as unusable. */
  readonly problems: readonly Problem[];
  /** The called flows that the caller may not see. Unless it is empty, the caller may not see the Jenkinsfile. */
  readonly hidden: readonly FlowKey[];
  /** Every flow that is called, directly or indirectly, by `callKey`; the same call always has the same revision. */
  readonly called: ReadonlyMap<string, CalledFlow>;
  /**
   * Every revision that the Jenkinsfile contains in addition to the flow itself, without duplicates
   * (docs/reference/stored-flows.md, the record of an execution).
   */
  readonly revisions: readonly SubflowRevision[];
}

/** The calls of a flow as a caller who may only read sees them. */
export interface InspectedFlow {
  readonly problems: readonly Problem[];
  /** The problems of the flow itself; those of disabled tasks are omitted. */
  readonly calls: readonly InspectedCall[];
}

export interface InspectedCall {
  readonly taskId: string;
  readonly called: FlowKey;
  /** Whether the caller may not see the called flow; it is then not checked. */
  readonly isHidden: boolean;
  /** The revision that runs; absent without one. */
  readonly revision?: number;
  /** JSON path of the task. */
  readonly path: Problem['path'];
}

export interface ResolveOptions {
  /** The revision of the flow itself, if it is stored. */
  readonly revision?: number;
  /** Flows that are about to be stored, by `namespace/id`: documents of the same import. */
  readonly coming?: ReadonlyMap<string, ValidatedFlow>;
  /**
   * Used instead of the latest revisions for a run that was accepted earlier; deleting a flow does not stop such a run.
   */
  readonly pinned?: ResolvedFlow['revisions'];
  /**
   * The caller, who needs the right to execute the flows that are called directly; indirect calls need the rights of
   * their authors.
   */
  readonly caller?: Caller;
  /** The owner of the work, if not the caller; Flowgate itself if both are absent. */
  readonly owner?: WorkOwner;
  /** Whether the flow is stored, so the rights to its calls were checked for its authors. */
  readonly isStored?: boolean;
  /** Whether the flow is about to run: a subflow that does not exist then counts as an error. */
  readonly isForRun?: boolean;
}

/** The owner of the work of checking and composing. */
export function ownerOf({
  caller,
  owner = caller?.key ?? ownWork,
}: Pick<ResolveOptions, 'caller' | 'owner'>): WorkOwner {
  return owner;
}

/** Finds the flows that flows call, and checks the calls (docs/reference/stored-flows.md). */
export class SubflowService {
  readonly #deps;
  /** The calls of checked flows, which are the same objects as long as their checks are cached. */
  readonly #calls = new WeakMap<ValidatedFlow, readonly LocatedCall[]>();

  constructor(deps: {
    readonly store: CalledFlowSource;
    readonly checker: FlowChecker;
    readonly taskTypes: TaskTypes;
    readonly validate: ValidateInputs;
    readonly limits: CompositionLimits;
  }) {
    this.#deps = deps;
  }

  /** The flows that a flow calls directly, each once. */
  callees(flow: ValidatedFlow): readonly FlowKey[] {
    const keys = this.#callsOf(flow).map(({ call }) => calledFlow(call));
    return [...new Map(keys.map((key) => [flowName(key), key])).values()];
  }

  #callsOf(flow: ValidatedFlow): readonly LocatedCall[] {
    let calls = this.#calls.get(flow);
    if (calls === undefined) {
      calls = callsOf(flow, this.#deps.taskTypes);
      this.#calls.set(flow, calls);
    }
    return calls;
  }

  /** @throws {AppError} `store-unavailable`, `forbidden`, `too-busy` */
  async resolve(flow: ValidatedFlow, options: ResolveOptions = {}): Promise<ResolvedFlow> {
    const { caller } = options;
    if (this.#callsOf(flow).length === 0) return alone(flow);
    if (options.isStored !== true)
      for (const { namespace } of this.callees(flow)) caller?.require('execute', namespace);
    const top = await this.#load(flow, options);
    if (top.calls.length === 0) return alone(flow);
    const hidden = caller?.isLimited === true ? inaccessibleCalls(top, caller) : [];
    const problems = await this.#problems(top, options);
    const nodes = nodesBelow(top);
    return {
      flow: this.#complete(top),
      problems: hidden[0] === undefined ? problems : await this.#toldProblems(flow, problems, hidden[0], options),
      hidden: hidden.map(({ call }) => calledFlow(call.placed.call)),
      called: this.#calledFlows(nodes),
      revisions: revisionsOf(nodes),
    };
  }

  /**
   * The same for a caller who may only read: flows they may not see are not even loaded.
   * @throws {AppError} `store-unavailable`
   */
  async inspect(
    flow: ValidatedFlow,
    { caller, revision }: { readonly caller: Caller; readonly revision?: number },
  ): Promise<InspectedFlow> {
    const top = await this.#load(flow, { caller, revision }, true);
    const calls = top.calls.map(({ placed, node, problem }) => ({
      taskId: placed.task.id,
      called: calledFlow(placed.call),
      isHidden: problem !== undefined && 'hidden' in problem,
      revision: node?.revision,
      path: placed.path,
    }));
    return { problems: await this.#problems(top, { caller }), calls };
  }

  #load(flow: ValidatedFlow, options: ResolveOptions, isAsSeen = false): Promise<SubflowNode> {
    return loadSubflows(flow, {
      revision: options.revision,
      find: async (call) => (isAsSeen ? hiddenFlow(call, options.caller) : undefined) ?? this.#find(call, options),
      taskTypes: this.#deps.taskTypes,
      maxTasks: this.#deps.limits.tasks,
    });
  }

  async #problems(
    top: SubflowNode,
    options: Pick<ResolveOptions, 'caller' | 'owner' | 'pinned'>,
  ): Promise<readonly Problem[]> {
    const { taskTypes, validate, limits } = this.#deps;
    const isAccepted = options.pinned !== undefined;
    return [
      ...graphProblems(top, limits),
      ...(await callProblems(top, { taskTypes, validate, owner: ownerOf(options), isAccepted })),
    ];
  }

  /** The visible problems and, if a hidden flow causes another one, that this flow cannot be used. */
  async #toldProblems(
    flow: ValidatedFlow,
    problems: readonly Problem[],
    first: InaccessibleCall,
    options: ResolveOptions,
  ): Promise<readonly Problem[]> {
    const isGrave = (problem: Problem) =>
      severityOf(problem) === 'error' || (options.isForRun === true && problem.code === 'subflow-not-found');
    const told = (await this.#problems(await this.#load(flow, options, true), options)).filter(
      ({ code }) => code !== 'subflow-hidden',
    );
    return problems.some(isGrave) && !told.some(isGrave) ? [...told, unusableProblem(first)] : told;
  }

  async #find(call: SubflowCall, options: ResolveOptions): Promise<FoundFlow> {
    const { coming, pinned } = options;
    const key = calledFlow(call);
    const name = flowName(key);
    const arriving = call.revision === undefined ? coming?.get(name) : undefined;
    const accepted = pinned?.find(
      (entry) => flowName(entry) === name && (call.revision === undefined || call.revision === entry.revision),
    );
    const revision = call.revision ?? accepted?.revision;
    const stored = await this.#deps.store.read(key, revision);
    if (arriving !== undefined) return { flow: arriving, revision: (stored?.flow.revision ?? 0) + 1 };
    if (stored === undefined)
      return withoutSource({ missing: `The flow ${name} was not found.`, revisionAlone: false }, accepted);
    if (stored.flow.deletion && pinned === undefined)
      return { missing: `The flow ${name} was deleted.`, revisionAlone: false };
    if (!('source' in stored)) {
      const missing = `The flow ${name} has no revision ${revision}; its latest revision is ${stored.flow.revision}.`;
      return withoutSource({ missing, revisionAlone: true }, accepted);
    }
    const { flow, problems } = (await this.#deps.checker.check(stored.source, ownerOf(options))).check;
    if (flow !== undefined) return { flow, revision: stored.entry.revision };
    const reason = problems.find(({ severity }) => severity === 'error')?.message ?? '';
    return { invalid: `The flow ${name} is invalid: ${reason}` };
  }

  #calledFlows(nodes: readonly SubflowNode[]): ReadonlyMap<string, CalledFlow> {
    const complete = new Map(nodes.map((node) => [node, this.#complete(node)]));
    return new Map(
      nodes.flatMap(({ calls }) =>
        calls.flatMap(({ placed, node }) => {
          const flow = node && complete.get(node);
          return flow === undefined || node?.revision === undefined
            ? []
            : [[callKey(placed.call), { flow, revision: node.revision }] as const];
        }),
      ),
    );
  }

  #complete({ flow, calls }: SubflowNode): ValidatedFlow {
    const children = new Map(calls.map(({ placed, node }) => [placed.task, node?.flow]));
    return calls.length === 0
      ? flow
      : withCalledOutputs(flow, requestedOutputs(flow, this.#deps.taskTypes), (task) => children.get(task));
  }
}

function alone(flow: ValidatedFlow): ResolvedFlow {
  return { flow, problems: [], hidden: [], called: new Map(), revisions: [] };
}

function hiddenFlow({ namespace, flowId }: SubflowCall, caller: Caller | undefined): FoundFlow | undefined {
  if (caller?.sees(namespace) !== false) return undefined;
  return {
    hidden: `The call to ${namespace}/${flowId} was not checked: you need the read or execute right in the namespace ${namespace}.`,
  };
}

function revisionsOf(nodes: readonly SubflowNode[]): ResolvedFlow['revisions'] {
  const separate = new Set(
    nodes.flatMap(({ calls }) => calls.filter(({ placed }) => isSeparate(placed.task)).map(({ node }) => node)),
  );
  const revisions = nodes.slice(1).map((node) => {
    const { namespace, id, outputs } = node.flow;
    const types = separate.has(node) && { outputs: Object.fromEntries(outputs.map((each) => [each.id, each.type])) };
    return { namespace, id, revision: node.revision ?? 0, ...types };
  });
  return [...new Map(revisions.map((entry) => [`${flowName(entry)}@${entry.revision}`, entry])).values()];
}

/** What is left of an execution of its own whose flow was purged: the rest of its caller needs no more. */
function withoutSource(gone: MissingFlow, accepted: SubflowRevision | undefined): FoundFlow {
  if (accepted?.outputs === undefined) return gone;
  const { namespace, id, revision, outputs } = accepted;
  return { flow: knownByOutputs({ namespace, id }, outputs), revision, gone };
}
