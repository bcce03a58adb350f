import { quoteShort } from '../../../base/problem/describe-value.ts';
import type { Problem, ReportedProblem } from '../../../base/problem/problem.ts';
import { isSeparate, separateCall } from '../../../language/flow/separate-calls.ts';
import type { TaskTypes } from '../../../language/flow/task-types.ts';
import { typesOfFlow } from '../../../language/flow/types-of-flow.ts';
import { endsSegment, waitReason } from '../../../language/flow/wait.ts';
import { checkCalledOutputs, withCalledOutputs } from './called-outputs.ts';
import { checkCalledInputs, type CallerView } from './check-called-inputs.ts';
import { enabledTasks, nodesBelow, type NodeCall, type SubflowNode } from './load-subflows.ts';
import { requestedOutputs } from './requested-outputs.ts';

export interface CallChecks extends Pick<CallerView, 'validate' | 'owner'> {
  readonly taskTypes: TaskTypes;
  /** Whether the flow was accepted earlier; an execution of its own then reports the problems of its calls itself. */
  readonly isAccepted: boolean;
}

// For problems in indirectly called flows, the first few are enough.
const maxBelow = 20;

/**
 * The problems of each call of a flow: with the called flow, its inputs and its outputs. Problems of indirect calls are
 * reported at the direct call that leads to them.
 */
export async function callProblems(top: SubflowNode, checks: CallChecks): Promise<readonly Problem[]> {
  const problems = [...(await ownProblems(top, checks)).values()].flat().concat(locksNotTaken(top));
  const told = new Set<SubflowNode>([top]);
  for (const call of top.calls) {
    const below: Problem[] = [];
    const isApart = checks.isAccepted && isSeparate(call.placed.task);
    for (const node of call.node === undefined || isApart ? [] : nodesBelow(call.node)) {
      if (told.has(node) || below.length >= maxBelow) continue;
      told.add(node);
      for (const [inner, found] of await ownProblems(node, checks))
        below.push(...found.map((problem) => fromBelow(problem, inner, node, call)));
    }
    problems.push(...below.slice(0, maxBelow));
  }
  return problems;
}

function fromBelow({ code, message }: Problem, inner: NodeCall, node: SubflowNode, outer: NodeCall): Problem {
  return {
    code,
    message: `In ${node.name}, task ${quoteShort(inner.placed.task.id)}: ${message}`,
    path: [...outer.placed.path, 'flowId'],
  };
}

/** The problems of each call of one flow, with paths in its document. */
async function ownProblems(
  { flow, calls }: SubflowNode,
  checks: CallChecks,
): Promise<ReadonlyMap<NodeCall, readonly Problem[]>> {
  if (calls.length === 0) return new Map();
  const asked = requestedOutputs(flow, checks.taskTypes);
  const children = new Map(calls.map(({ placed, node }) => [placed.task, node?.flow]));
  const caller = { ...checks, typeOf: typesOfFlow(withCalledOutputs(flow, asked, (task) => children.get(task))) };
  const problems = new Map<NodeCall, readonly Problem[]>();
  for (const call of calls) {
    const { placed, node } = call;
    if (node === undefined) {
      problems.set(call, absenceProblems(call));
      continue;
    }
    if (node.gone !== undefined) {
      problems.set(call, isSeparate(placed.task) ? [] : absenceProblems({ placed, problem: node.gone }));
      continue;
    }
    const disabled: Problem[] = node.flow.disabled
      ? [{ code: 'subflow-disabled', message: `The flow ${node.name} is disabled.`, path: [...placed.path, 'flowId'] }]
      : [];
    const inputs = await checkCalledInputs(placed, node.flow, caller);
    problems.set(call, [
      ...disabled,
      ...waitProblems(call, node),
      ...inputs,
      ...checkCalledOutputs(placed, node.flow, asked),
    ]);
  }
  return problems;
}

function waitProblems({ placed: { path, task } }: NodeCall, { name, flow }: SubflowNode): readonly Problem[] {
  if (isSeparate(task)) return [];
  const waits = enabledTasks(flow).filter(
    (inner) => separateCall(inner) !== undefined || (inner.wait !== undefined && endsSegment(inner.wait)),
  );
  return waits.map(({ id }) => ({
    code: 'misplaced-wait',
    message: `A called flow cannot wait, because ${waitReason}: the task ${quoteShort(id)} of ${name} does. Put the wait into this flow, before or after the call.`,
    path: [...path, 'flowId'],
  }));
}

function absenceProblems({ placed: { path }, problem }: Pick<NodeCall, 'placed' | 'problem'>): readonly Problem[] {
  if (problem === undefined) return [];
  if ('hidden' in problem) return [{ code: 'subflow-hidden', message: problem.hidden, path: [...path, 'flowId'] }];
  if ('invalid' in problem) return [{ code: 'invalid-value', message: problem.invalid, path: [...path, 'flowId'] }];
  return [
    {
      code: 'subflow-not-found',
      message: problem.missing,
      path: [...path, problem.revisionAlone ? 'revision' : 'flowId'],
    },
  ];
}

/** A build takes the locks of its own flow, and none of those flows whose tasks it includes: a warning for each. */
function locksNotTaken({ flow: { locks: taken = [] }, calls }: SubflowNode): readonly Problem[] {
  return calls.flatMap(({ placed: { path, task }, node }) => {
    const { locks = [] } = node === undefined || isSeparate(task) ? {} : node.flow;
    return locks
      .filter((lock) => !taken.some((other) => canBeSame(lock.text, other.text)))
      .map(({ text }): Problem => {
        const message = `The lock ${quoteShort(text)} of ${node?.name} is not taken, because its tasks run in the build of this flow. Add it to the locks of this flow, or set "separate: true".`;
        return { code: 'lock-not-taken', message, path: [...path, 'flowId'] };
      });
  });
}

/** Whether names of locks, which can refer to inputs of different flows, begin alike. */
function canBeSame(one: string, other: string): boolean {
  const [start = '', otherStart = ''] = [one, other].map((text) => text.split('{{', 1)[0]);
  if (one === start && other === otherStart) return one === other;
  return start.startsWith(otherStart) || otherStart.startsWith(start);
}

/** A missing subflow may still be created before the flow runs, but not while it runs. */
export function problemAtRun(problem: ReportedProblem): ReportedProblem {
  const missing: Problem['code'] = 'subflow-not-found';
  return problem.code === missing ? { ...problem, severity: 'error' } : problem;
}
