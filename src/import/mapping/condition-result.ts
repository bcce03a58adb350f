import type { Expression } from '../groovy/syntax.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand } from './draft-task.ts';
import { pathOf } from './known-value-of.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/**
 * `currentBuild.currentResult == 'FAILURE'` at the end of a flow; undefined if it compares something else. Only there is the
 * result known, and only whether the flow has failed.
 */
export function resultCondition(
  operator: '==' | '!=',
  left: Expression,
  right: Expression,
  scope: Scope,
): WrittenValue | ByHand | undefined {
  const [result, other] = isResult(left) ? [left, right] : [right, left];
  if (!isResult(result)) return undefined;
  const value = constantOf(other, scope);
  if (scope.list === 'tasks') return { byHand: 'the result of an execution is known only in errors and finally' };
  if (value !== 'FAILURE' && value !== 'SUCCESS') {
    return { byHand: `an execution of a flow does not end as ${String(value ?? 'computed')}` };
  }
  const isFailed = (value === 'FAILURE') === (operator === '==');
  const differs = `a flow knows only whether it failed: an abort and a warning count as ${isFailed ? 'no failure' : 'success'}`;
  return { text: `failure.message is ${isFailed ? 'not empty' : 'empty'}`, differs: [differs] };
}

/** The condition that a task, or an outermost block, has ended the tasks of the flow. */
export function hasFailed(taskId: string): string {
  return ['failure.task', '==', `'${taskId}'`].join(' ');
}

function isResult(expression: Expression): boolean {
  return ['currentBuild.currentResult', 'currentBuild.result'].includes(pathOf(expression)?.join('.') ?? '');
}
