import { enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../../base/problem/problem-catalogue.ts';
import type { Path } from '../../../base/problem/problem.ts';
import { isAlwaysRequired } from '../../inputs/input-schema.ts';
import { isUnreadBlock, type DraftTask } from '../flow-draft.ts';
import type { Task } from '../flow.ts';
import { declaredOutputs, separateCall } from '../separate-calls.ts';
import { decisionFields, endsSegment, executionField, outputsOfWait, waitReason, type Wait } from '../wait.ts';
import type { Validation } from './validation.ts';

/** Checks what the schemas of tasks that wait cannot express (docs/reference/flows.md). */
export function validateWaits({ draft, problems }: Validation): void {
  for (const { value, path } of draft.tasks) {
    const report = (code: ProblemCode, place: Path, message: string): void => {
      problems.push({ code, message, path: [...path, ...place] });
    };
    if (value.type?.wait !== undefined) reportForm(value, problems);
    const { wait } = value.task;
    if (wait === undefined && separateCall(value.task) !== undefined) reportSeparateLoop(value.task, report);
    if (wait === undefined) continue;
    if (wait.kind === 'executions') {
      reportSeparate(value, wait, report);
      continue;
    }
    reportPlace(value, wait, report);
    reportConflicts(value.task, wait, report);
    if (wait.kind === 'approval') reportApproval(value.task, wait, report);
  }
}

type Report = (code: ProblemCode, place: Path, message: string) => void;

function reportForm({ form = [] }: DraftTask, problems: Validation['problems']): void {
  for (const { value, path } of form) {
    if (!(decisionFields as readonly string[]).includes(value.id)) continue;
    const message = `The task itself returns ${enumerate(decisionFields)}; an input of the form cannot have such an id.`;
    problems.push({ code: 'duplicate-id', message, path: [...path, 'id'] });
  }
}

function reportPlace({ section, places }: DraftTask, wait: Wait, report: Report): void {
  if (!endsSegment(wait)) return;
  const block = places.at(-1)?.block;
  if (block === undefined && section === 'tasks') return;
  const [place, target] =
    block === undefined
      ? [`"${section}"`, '"tasks" of the flow']
      : [`the block ${quoteShort(block.id)}`, '"tasks" of the flow, outside of blocks'];
  report('misplaced-wait', ['type'], `A task cannot wait in ${place}, because ${waitReason}. Move it to ${target}.`);
}

type SeparateWait = Extract<Wait, { readonly kind: 'executions' }>;

/** An execution of its own runs between two segments: for a task of the flow, or for each item of a loop. */
function reportSeparate({ task, section, places }: DraftTask, { untilEnd }: SeparateWait, report: Report): void {
  if (places.some(({ block }) => isUnreadBlock(block))) return;
  const loop = places[0]?.block.task;
  const isAlone = loop !== undefined && places.length === 1 && separateCall(loop) === task;
  if (!task.disabled && (section !== 'tasks' || (loop !== undefined && !isAlone))) {
    const where = loop === undefined ? `"${section}"` : `the block ${quoteShort(places.at(-1)?.block.id ?? '')}`;
    const target = '"tasks" of the flow, outside of blocks, or make it the only task of a ForEach in "tasks"';
    const message = `A call with "separate: true" cannot be in ${where}, because ${waitReason}. Move it to ${target}.`;
    report('misplaced-wait', ['separate'], message);
  }
  const noTimeout = untilEnd
    ? 'Remove "timeout", and give one to the loop or to the called flow.'
    : 'Remove "timeout": the task only starts the execution.';
  const returns = `Remove "outputSchema": the task only starts the execution, and returns ${quoteShort(executionField)}.`;
  reportAll(report, [
    [task.workerGroup !== undefined, 'worker_group', 'Remove "worker_group": the called flow has its own.'],
    [task.timeout !== undefined && (loop !== undefined || !untilEnd), 'timeout', noTimeout],
    [declaredOutputs(task).length > 0 && !untilEnd, 'outputSchema', returns],
  ]);
}

/** The properties of a loop that starts executions. */
function reportSeparateLoop({ retry, workerGroup, control }: Task, report: Report): void {
  const ownWorkspaces = control?.kind === 'loop' && control.workspace === 'own';
  reportAll(report, [
    [retry !== undefined, 'retry', 'Give "retry" to the task in the loop: each item is an execution of its own.'],
    [workerGroup !== undefined, 'worker_group', 'Remove "worker_group": the called flow has its own.'],
    [ownWorkspaces, 'workspace', 'Remove "workspace": each item is an execution of its own.'],
  ]);
}

type Conflict = readonly [isFound: boolean, property: string, message: string];

function reportAll(report: Report, conflicts: readonly Conflict[]): void {
  for (const [isFound, property, message] of conflicts)
    if (isFound) report('conflicting-properties', [property], message);
}

function reportConflicts(
  { retry, allowFailure, workerGroup, timeout, outputSchema }: Task,
  wait: Wait,
  report: Report,
): void {
  const isApproval = wait.kind === 'approval';
  const hasLimit = isApproval || wait.kind === 'signal';
  reportAll(report, [
    [retry !== undefined, 'retry', 'Remove "retry": a task that waits is not repeated.'],
    [workerGroup !== undefined, 'worker_group', 'Remove "worker_group": a task that waits needs no agent.'],
    [
      isApproval && allowFailure,
      'allow_failure',
      'Remove "allow_failure": a flow ends after a rejection. To go on after a no, ask for the answer in "inputs", and use it in "run_if".',
    ],
    [
      !hasLimit && timeout !== undefined,
      'timeout',
      'Remove "timeout": only a wait for people or for a signal has one.',
    ],
  ]);
  const returned = Object.keys(outputSchema).filter((field) => !Object.hasOwn(outputsOfWait(wait), field));
  if (returned.length === 0 || wait.kind === 'signal') return;
  const message = isApproval
    ? 'An approval has no outputSchema; it returns the values of its form.'
    : 'A wait for a time returns nothing.';
  report('conflicting-properties', ['outputSchema'], message);
}

type Approval = Extract<Wait, { readonly kind: 'approval' }>;

function reportApproval({ timeout, properties }: Task, { approvers, form, onTimeout }: Approval, report: Report): void {
  const { users, groups, count } = approvers;
  if (users.length > 0 && groups.length === 0 && new Set(users).size < count) {
    const message = `${count} people must approve, but only ${new Set(users).size} may.`;
    report('invalid-value', ['approvers', 'count'], message);
  }
  if (properties.on_timeout === undefined) return;
  if (timeout === undefined)
    report('missing-property', ['on_timeout'], '"on_timeout" has no effect without "timeout".');
  const open = form.filter(isAlwaysRequired).map(({ id }) => quoteShort(id));
  if (onTimeout !== 'APPROVE' || open.length === 0) return;
  const message = `At the timeout nobody enters ${enumerate(open)}; give it a default, or "required: false".`;
  report('invalid-value', ['on_timeout'], message);
}
