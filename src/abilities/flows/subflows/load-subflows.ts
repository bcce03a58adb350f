import { flowName } from '../../../language/flow/flow-key.ts';
import type { Task, ValidatedFlow } from '../../../language/flow/flow.ts';
import { isSeparate } from '../../../language/flow/separate-calls.ts';
import type { SubflowCall, TaskTypes } from '../../../language/flow/task-types.ts';
import { calledFlow, callKey, callsOf, type LocatedCall } from '../../documents/subflow-calls.ts';

/** The flow that a call refers to, or why it was not found. */
export type FoundFlow =
  /** @property gone why only what its callers can see is known, so that no further call can start it */
  | { readonly flow: ValidatedFlow; readonly revision: number; readonly gone?: MissingFlow }
  | MissingFlow
  | { readonly hidden: string }
  | { readonly invalid: string };

export interface MissingFlow {
  readonly missing: string;
  readonly revisionAlone: boolean;
}

type FindFlow = (call: SubflowCall) => Promise<FoundFlow>;

/** A flow with the calls of its enabled tasks. */
export interface SubflowNode {
  /** `namespace/id`. */
  readonly name: string;
  readonly flow: ValidatedFlow;
  /** Absent if the flow is not stored. */
  readonly revision?: number;
  readonly gone?: MissingFlow;
  readonly calls: readonly NodeCall[];
}

/** A call; without `node` and `problem`, it calls a flow that leads to it: a cycle. */
export interface NodeCall {
  readonly placed: LocatedCall;
  readonly name: string;
  readonly node?: SubflowNode;
  readonly problem?: Exclude<FoundFlow, { readonly flow: ValidatedFlow }>;
}

export interface LoadOptions {
  /** The revision of the flow itself, if it is stored. */
  readonly revision: number | undefined;
  readonly find: FindFlow;
  readonly taskTypes: TaskTypes;
  readonly maxTasks: number;
}

/**
 * Reads every flow that a flow calls, directly or indirectly, each once: calls of the same revision, or of the latest
 * one, share a node. Stops when there are more tasks than a Jenkinsfile may have; flows not read then have no node.
 */
export async function loadSubflows(
  root: ValidatedFlow,
  { revision, find, taskTypes, maxTasks }: LoadOptions,
): Promise<SubflowNode> {
  const rootName = flowName(root);
  const known = new Map<string, FoundNode>();
  let tasks = enabledTasks(root).length;
  const top = makeNode(root, revision, taskTypes);
  const waiting = [top];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    for (const call of node.calls) {
      if (call.name === rootName || tasks > maxTasks) continue;
      const key = callKey(call.placed.call);
      const found = known.get(key) ?? (await readNode(call, find, taskTypes));
      if (!known.has(key) && found.node !== undefined) {
        waiting.push(found.node);
        tasks += isSeparate(call.placed.task) ? 1 : enabledTasks(found.node.flow).length;
      }
      known.set(key, found);
      Object.assign(call, found);
    }
  }
  return top;
}

type FoundNode = { readonly node?: WritableNode; readonly problem?: NodeCall['problem'] };
type WritableNode = SubflowNode & { readonly calls: NodeCall[] };

async function readNode({ placed }: NodeCall, find: FindFlow, taskTypes: TaskTypes): Promise<FoundNode> {
  const found = await find(placed.call);
  if (!('flow' in found)) return { problem: found };
  return { node: { ...makeNode(found.flow, found.revision, taskTypes), ...(found.gone && { gone: found.gone }) } };
}

function makeNode(flow: ValidatedFlow, revision: number | undefined, taskTypes: TaskTypes): WritableNode {
  const calls = callsOf(flow, taskTypes).filter(({ isDisabled }) => !isDisabled);
  return {
    name: flowName(flow),
    flow,
    revision,
    calls: calls.map((placed) => ({ placed, name: flowName(calledFlow(placed.call)) })),
  };
}

/** The tasks of a flow that its Jenkinsfile contains. */
export function enabledTasks({ tasks, errors, finally: atEnd }: ValidatedFlow): readonly Task[] {
  return [...tasks, ...errors, ...atEnd].filter(({ disabled }) => !disabled);
}

/** This node and every node below it, each once, callers first unless there is a cycle. */
export function nodesBelow(top: SubflowNode): readonly SubflowNode[] {
  const nodes = new Set([top]);
  for (const node of nodes) {
    for (const { node: child } of node.calls) if (child !== undefined) nodes.add(child);
  }
  return [...nodes];
}
