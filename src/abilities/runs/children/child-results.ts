import { withoutFullStop } from '../../../base/problem/describe-value.ts';
import { writeJson } from '../../../base/text/exact-json.ts';
import { someFailedClause } from '../../../engines/local/interpreter/failed-labels.ts';
import { retryDelay } from '../../../engines/local/interpreter/retry-delay.ts';
import type { ReturnedFields } from '../../../engines/local/interpreter/take-outputs.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { WaitEnd } from '../../../language/execution-plan/segment.ts';
import type { ItemCounts } from '../../../language/execution-plan/task-state.ts';
import { timeoutReason } from '../../../language/flow/wait-end.ts';
import { executionField } from '../../../language/flow/wait.ts';
import { maxValueSize, tooLargeProblem } from '../../../language/safe-patterns/value-limits.ts';
import type { WaitingFor } from '../../../lifecycle/execution-phases.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ChildCallDue, ChildWork } from '../../../store/executions/record/child-store.ts';
import type { WaitEnding } from '../../waits/wait-ending.ts';
import type { OpenChildWait } from './open-child-wait.ts';

/** The result of an item, as the store keeps it. */
export type ItemResult =
  | { readonly outputs: Readonly<Record<string, string>>; readonly isWarning?: true }
  /** Why it failed, as a clause. */
  | { readonly reason: string };

/** JSON by field of what an execution returns to the task that started it. */
function returnedBy({ id, outputs = {} }: Pick<ExecutionRecord, 'id' | 'outputs'>): ReturnedFields {
  return new Map([
    ...Object.entries(outputs).map(([field, value]) => [field, writeJson(value)] as const),
    [executionField, JSON.stringify(id)],
  ]);
}

/** The result of a child that has ended. @param child undefined if its record was removed */
export function resultOfChild(
  child: ExecutionRecord | undefined,
  { id, index }: { readonly id: string; readonly index: number },
  { items, mask }: Pick<OpenChildWait, 'items' | 'mask'>,
): ItemResult {
  if (child === undefined) return { reason: `the execution ${id} was removed before its outputs were read` };
  if (child.state !== 'SUCCESS' && child.state !== 'WARNING') {
    const verb = child.state === 'KILLED' ? 'was stopped' : 'failed';
    const reason = child.reason === undefined ? '' : `: ${withoutFullStop(child.reason)}`;
    return { reason: mask(`the execution ${id} ${verb}${reason}`) };
  }
  const found = items.resultOf(index, returnedBy(child));
  return 'problem' in found ? { reason: found.problem } : { outputs: Object.fromEntries(found.outputs) };
}

/** The pause in milliseconds before a child that has failed is repeated; undefined if it is not. */
export function pauseBeforeRepeat(
  child: ExecutionRecord | undefined,
  attempt: number,
  { separate }: Pick<OpenChildWait, 'separate'>,
): number | undefined {
  const { retry } = separate.call;
  if (retry === undefined || attempt >= retry.maxAttempt || child?.state === 'KILLED') return undefined;
  return retryDelay(retry, attempt, { random: Math.random, left: undefined });
}

/**
 * How a wait ends whose executions have ended, and what the next segment gets.
 * @param results by index
 * @param early why not all of them were started
 */
export function endingOf(
  { items, kept, task }: OpenChildWait,
  results: readonly (string | undefined)[],
  early: WaitEnd | undefined,
): WaitEnding {
  const done = new Map(kept);
  const failed: number[] = [];
  let reason: string | undefined;
  let hasWarning = false;
  for (const [index, json] of results.entries()) {
    if (json === undefined) continue;
    const result = JSON.parse(json) as ItemResult; // written by this module
    if ('reason' in result) {
      failed.push(index);
      reason ??= result.reason;
    } else {
      done.set(index, new Map(Object.entries(result.outputs)));
      hasWarning ||= result.isWarning === true;
    }
  }
  const { total } = items;
  const counts: ItemCounts = { total, succeeded: done.size, failed: failed.length };
  const { texts, problem } = items.texts(done, counts);
  const labels = failed.map((index) => items.label(index) ?? '');
  const failure =
    items.isLoop && reason !== undefined
      ? `${someFailedClause(labels, { total, what: 'items' })}. First failure: ${reason}`
      : reason;
  const clause = failure ?? problem;
  const end: WaitEnd = early ?? (clause === undefined ? { state: 'SUCCESS' } : { state: 'FAILED', reason: clause });
  const isOpen = items.isLoop && end.state !== 'SUCCESS';
  return {
    end,
    outputs: items.isLoop || end.state === 'SUCCESS' ? Object.fromEntries(texts) : undefined,
    ...(items.isLoop && { counts }),
    ...(hasWarning && { hasWarning }),
    ...(isOpen && { items: { task: task.task.id, done: byLabel(done, items) } }),
  };
}

function byLabel(
  done: ReadonlyMap<number, ReturnedFields>,
  items: OpenChildWait['items'],
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(
    [...done].map(([index, outputs]) => [items.label(index) ?? '', Object.fromEntries(outputs)] as const),
  );
}

/** Why the executions that have not started do not start, and the others stop; undefined if the first failure decides. */
export function earlyEnd({ stop }: ExecutionRecord, { cancel }: ChildWork): WaitEnd | undefined {
  if (stop !== undefined) return { state: 'KILLED' };
  return cancel === 'first-failure' ? undefined : cancel;
}

/** At the limit of the task, or of the flow if that came first. */
export function timedOut({ flow, task: { task, work } }: OpenChildWait, { since, until = '' }: WaitingFor): WaitEnd {
  if (work.kind !== 'wait') throw new TypeError(`${task.id} does not wait`);
  const isOfTask = task.timeout !== undefined && Date.parse(until) - Date.parse(since) >= task.timeout.seconds * 1000;
  const reason = isOfTask
    ? timeoutReason(work.wait, task.timeout.text)
    : runSentences.flowTimedOut(flow.id, `${flow.timeout?.seconds}`);
  return { state: 'FAILED', reason };
}

/** What an item returns whose failure is tolerated, or whose condition is false; undefined if it is not tolerated. */
export function toleratedResult(
  { items, separate }: OpenChildWait,
  index: number,
  isSkipped = false,
): ItemResult | undefined {
  const isTolerated = isSkipped || (items.isLoop && separate.call.onFailure !== undefined);
  if (!isTolerated) return undefined;
  const found = items.resultOf(index, undefined);
  if ('problem' in found) return { reason: found.problem };
  return { outputs: Object.fromEntries(found.outputs), ...(!isSkipped && { isWarning: true }) };
}

/** What an item returns whose execution was only started. */
export function resultOfStart(
  { items }: OpenChildWait,
  { index }: Pick<ChildCallDue, 'index'>,
  id: string,
): ItemResult {
  const found = items.resultOf(index, returnedBy({ id }));
  return 'problem' in found ? { reason: found.problem } : { outputs: Object.fromEntries(found.outputs) };
}

/** The bytes of the outputs of an item. */
export function bytesOf(result: ItemResult): number {
  if ('reason' in result) return 0;
  return Object.values(result.outputs).reduce((sum, json) => sum + Buffer.byteLength(json), 0);
}

/** With more bytes of all items, a list would be too large; never too few, as several lists are only counted together. */
export function maxOutputBytes({ separate: { loop } }: OpenChildWait): number {
  return Math.max(1, loop?.outputs.length ?? 1) * maxValueSize;
}

export const tooLarge = `its executions return too much: each list of outputs ${tooLargeProblem}`;
