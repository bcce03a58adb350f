import { maxDuration } from '../../../language/flow/duration.ts';
import { shortWaitSeconds } from '../../../language/flow/wait.ts';
import type { StepHandler } from '../mapping.ts';
import type { Mapped } from '../scope.ts';
import { shellWordOf } from '../shell-of.ts';
import { durationText, secondsOf } from './durations.ts';
import { inBlock } from './in-block.ts';
import { constant, flag, isByHand, mapped, stepId, text } from './reading.ts';
import { shellTask, withoutContainer } from './shell-task.ts';
import { entriesOf, otherArguments } from './to-step.ts';

const sleep: StepHandler = (step, scope, mapping) => {
  const other = otherArguments(step, ['time', 'unit']);
  if (other !== undefined) return other;
  const time = step.named.get('time');
  const unit = step.named.has('unit') ? constant(step, 'unit', scope) : 'SECONDS';
  if (time === undefined) return { byHand: 'it has no time' };
  const { start, end } = step.call;
  const seconds = secondsOf(constant(step, 'time', scope), unit);
  if (seconds === 0) return mapped([], [], 'it does not wait');
  const id = stepId(mapping, scope, 'sleep');
  if (seconds !== undefined && seconds < shortWaitSeconds)
    return { tasks: [{ id, shape: { kind: 'pause', seconds }, common: {}, comments: [], span: { start, end } }] };
  // A longer wait of a flow ends the build. In Jenkins, the executor and the workspace are kept, as in a script.
  const word = seconds === undefined && unit === 'SECONDS' ? shellWordOf(time, scope) : undefined;
  if (word !== undefined && isByHand(word)) return word;
  if (word === undefined && seconds === undefined) return { byHand: 'its time is computed' };
  const script = `sleep ${word?.text ?? Math.ceil(seconds ?? 0)}`;
  return mapped([shellTask({ script }, step.call, id, withoutContainer(scope))], word?.differs);
};

const retry: StepHandler = (step, scope, mapping) => {
  const other = otherArguments(step, ['count']);
  if (other !== undefined) return other;
  const count = constant(step, 'count', scope);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    return { byHand: 'the number of attempts is computed' };
  if (count === 1) return wrapped(mapping.steps(step.body ?? [], scope));
  const task = inBlock(step, scope, mapping, { retry: { max_attempt: count, interval: '1s' } });
  return mapped(task === undefined ? [] : [task], ['it waits a second before it tries again']);
};

const timeout: StepHandler = (step, scope, mapping) => {
  const other = otherArguments(step, ['time', 'unit', 'activity']);
  if (other !== undefined) return other;
  if (flag(step, 'activity', scope, false) !== false)
    return { byHand: 'a timeout of a task does not depend on its output' };
  const unit = step.named.has('unit') ? constant(step, 'unit', scope) : 'MINUTES';
  const seconds = secondsOf(constant(step, 'time', scope), unit);
  if (seconds === undefined || seconds === 0 || seconds > maxDuration.seconds) {
    const tasks = mapping.steps(step.body ?? [], scope);
    return mapped(tasks, ['there is no limit, because its time is computed or not possible']);
  }
  const task = inBlock(step, scope, mapping, { timeout: durationText(seconds) });
  return mapped(task === undefined ? [] : [task], ['at the limit, the task fails, but Jenkins aborts the build']);
};

const catchError: StepHandler = (step, scope, mapping) => {
  const known = ['message', 'buildResult', 'stageResult', 'catchInterruptions'];
  const other = otherArguments(step, known);
  if (other !== undefined) return other;
  const task = inBlock(step, { ...scope, isSkippable: true }, mapping, { allow_failure: true });
  const result = step.name === 'warnError' ? 'UNSTABLE' : (text(step, 'buildResult', scope) ?? 'FAILURE');
  const differs = [
    result === 'UNSTABLE'
      ? 'its message is not in the log'
      : `after a failure, the execution is a warning, not ${result}`,
    ...(flag(step, 'catchInterruptions', scope, true) === true ? ['an abort is never tolerated'] : []),
  ];
  return mapped(task === undefined ? [] : [task], differs);
};

/** Steps that only change how the log looks, or nothing at all. */
const transparent: StepHandler = (step, scope, mapping) => wrapped(mapping.steps(step.body ?? [], scope));

/** `wrap([$class: ...])`: the wrappers that only change the log. */
const wrap: StepHandler = (step, scope, mapping) => {
  const kind = entriesOf(step.named.get('delegate'))?.get('$class');
  const name = kind?.kind === 'literal' ? String(kind.value).replace(/^.*\./, '') : '';
  return ['AnsiColorBuildWrapper', 'TimestamperBuildWrapper'].includes(name)
    ? wrapped(mapping.steps(step.body ?? [], scope))
    : { byHand: `a flow has no counterpart of the wrapper ${name}`.trimEnd() };
};

const wrapped = (tasks: Mapped['tasks']): Mapped => mapped(tasks);

export const controlHandlers: Readonly<Record<string, StepHandler>> = {
  sleep,
  retry,
  timeout,
  catchError,
  warnError: catchError,
  ansiColor: transparent,
  script: transparent,
  timestamps: transparent,
  wrap,
  milestone: () => ({ byHand: 'the concurrency of a flow decides what happens to older executions' }),
  waitUntil: () => ({ byHand: 'its condition is Groovy; an Until block repeats tasks until a condition is true' }),
};
