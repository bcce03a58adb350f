import type { AppError } from '../../base/problem/app-error.ts';
import { quoteShort } from '../../base/problem/describe-value.ts';
import type { TaskPlan } from '../../language/execution-plan/flow-plan.ts';
import type { TaskState } from '../../language/execution-plan/task-state.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import type { Flow } from '../../language/flow/flow.ts';
import { separateCall } from '../../language/flow/separate-calls.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { UnusableApproval } from '../../store/executions/record/execution-store.ts';
import type { SecretVault } from '../../store/executions/secret-vault.ts';
import { restartNotPossible } from './execution-errors.ts';
import type { RestartPoint } from './restart-point.ts';

/*
 * A restart after an approval keeps the approval. It counts for what people have seen: the same revision, inputs and
 * secrets, for one execution at a time, until one has succeeded, and for each task until it has succeeded
 * (docs/reference/executions.md#approvals-that-restarts-keep).
 */

type KeptApprovals = NonNullable<ExecutionRecord['keptApprovals']>;

/**
 * The approvals that a restart keeps: for each task, the execution in which it was given.
 * @param isOther whether another revision runs
 * @throws {AppError} restart-not-possible for another revision, after a success, for a task that has succeeded since, or
 * if it is not known who gave one
 */
export function keptApprovals(record: ExecutionRecord, point: RestartPoint, isOther: boolean): KeptApprovals {
  const { id, state, revision, keptApprovals: earlier = {} } = record;
  const hasSucceeded = state === 'SUCCESS' || state === 'WARNING';
  const states = statesOf(record);
  const repeated = repeatedTask(record, point);
  const given = point.kept.flatMap((task): readonly [string, string][] => {
    const approval = task.task.id;
    const reached = states.get(approval);
    if (!asksPeople(task) || !hasRun(reached)) return [];
    if (isOther) throw notKept(approval, `was given for revision ${revision}`);
    if (hasSucceeded) throw notKept(approval, `was given for the execution ${id}, which has succeeded`);
    if (repeated !== undefined)
      throw notKept(approval, `was given for one run of the task ${quoteShort(repeated.task.id)}, which has succeeded`);
    const origin = reached === 'SUCCESS' ? id : earlier[approval];
    if (origin === undefined)
      throw notKept(approval, 'was given before an upgrade of Flowgate, which has not recorded where');
    return [[approval, origin]];
  });
  return Object.fromEntries(given);
}

/** A task that succeeded in an execution and would run again with the approvals that a restart keeps. */
export function repeatedTask(record: ExecutionRecord, { following }: RestartPoint): TaskPlan | undefined {
  const states = statesOf(record);
  // What comes after another approval is asked for again.
  const next = following.findIndex(asksPeople);
  return (next < 0 ? following : following.slice(0, next)).find(({ task }) => hasRun(states.get(task.id)));
}

function statesOf({ tasks }: ExecutionRecord): ReadonlyMap<string, TaskState> {
  return new Map(tasks.map((task) => [task.path, task.state]));
}

/** Also with an earlier restart. */
function hasRun(state: TaskState | undefined): boolean {
  return state === 'SUCCESS' || state === 'KEPT';
}

function asksPeople({ work }: TaskPlan): boolean {
  return work.kind === 'wait' && (work.wait.kind === 'approval' || work.separate?.asksPeople === true);
}

/** Why the store has not created a restart that keeps an approval. */
export function unusableApproval({ outcome, task, user }: UnusableApproval): AppError {
  switch (outcome) {
    case 'approval-in-use':
      return restartNotPossible(
        `the approval ${quoteShort(task)} counts for one execution at a time, and ${user} uses it; wait until that one has ended, or begin at ${quoteShort(task)} at the latest, so that it asks again`,
      );
    case 'approval-moved':
      return restartNotPossible(
        `the approval ${quoteShort(task)} has gone to the restart ${user}; restart that one, or begin at ${quoteShort(task)} at the latest, so that it asks again`,
      );
    case 'approval-spent':
      return notKept(task, `counts until an execution succeeds with it, and ${user} has succeeded`);
    case 'approval-gone':
      return notKept(task, `was given in the execution ${user}, which was archived or deleted`);
  }
}

/**
 * What tells later whether the secrets of an execution are the same; undefined if it cannot get approvals.
 * @param secrets those that were typed, by the names under which they are stored
 */
export function secretDigests(
  flow: Pick<Flow, 'namespace' | 'id' | 'tasks'>,
  secrets: ReadonlyMap<string, string>,
  vault: Pick<SecretVault, 'digest'> | undefined,
): ExecutionRecord['secretDigests'] {
  const mayKeep = flow.tasks.some((task) => task.wait?.kind === 'approval' || separateCall(task) !== undefined);
  if (!mayKeep || vault === undefined || secrets.size === 0) return undefined;
  const digest = (id: string, value: string): string =>
    vault.digest(`secret of an approval ${JSON.stringify([flowName(flow), id, value])}`);
  return Object.fromEntries([...secrets].map(([id, value]) => [id, digest(id, value)]));
}

/** @throws {AppError} restart-not-possible that names the first secret that is not the one that people approved */
export function requireSameSecrets(
  approvals: KeptApprovals,
  { secretDigests: before = {} }: Pick<ExecutionRecord, 'secretDigests'>,
  { secretDigests: now = {} }: Pick<ExecutionRecord, 'secretDigests'>,
): void {
  const [approval] = Object.keys(approvals);
  if (approval === undefined) return;
  const other = Object.keys(now).find((id) => now[id] !== before[id]);
  if (other === undefined) return;
  const isRecorded = before[other] !== undefined;
  throw notKept(
    approval,
    isRecorded
      ? `was given with another value of the secret ${quoteShort(other)}`
      : `was given before an upgrade of Flowgate, which has not recorded the secret ${quoteShort(other)}`,
  );
}

/** @param reason what follows the name of the approval */
function notKept(approval: string, reason: string): AppError {
  return restartNotPossible(
    `the approval ${quoteShort(approval)} ${reason}; begin there at the latest, so that it asks again`,
  );
}
