import { maxDuration } from '../../../language/flow/duration.ts';
import { shortWaitSeconds } from '../../../language/flow/wait.ts';
import { taskIdIn } from '../context/job-mapping.ts';
import { draftTask } from '../drafts/draft-flow.ts';
import { shellWordOf } from '../scripts/shell-of.ts';
import { onAgent, shellTask } from '../scripts/shell-task.ts';
import { durationText, secondsOf } from '../values/durations.ts';
import { inBlock } from './blocks.ts';
import {
  alwaysByHand,
  classIn,
  constant,
  constantEntries,
  constantText,
  flag,
  inside,
  mapped,
  type StepHandler,
  type StepTable,
} from './step.ts';

const sleep: StepHandler = (step, scope) => {
  const time = step.named.get('time');
  const unit = step.named.has('unit') ? constant(step, 'unit', scope) : 'SECONDS';
  if (time === undefined) return { byHand: 'it has no time' };
  const seconds = secondsOf(constant(step, 'time', scope), unit);
  if (seconds === 0) return mapped([], [], 'it does not wait');
  const id = taskIdIn(scope, 'sleep');
  if (seconds !== undefined && seconds < shortWaitSeconds)
    return { tasks: [draftTask(id, step.call, { kind: 'pause', seconds })] };
  // A longer wait of a flow ends the build. In Jenkins, the executor and the workspace are kept, as in a script.
  const word = seconds === undefined && unit === 'SECONDS' ? shellWordOf(time, scope) : undefined;
  if (word !== undefined && 'byHand' in word) return word;
  if (word === undefined && seconds === undefined) return { byHand: 'its time is computed' };
  const script = `sleep ${word?.text ?? Math.ceil(seconds ?? 0)}`;
  return mapped([shellTask({ script }, step.call, id, onAgent(scope))], word?.differs);
};

const retry: StepHandler = (step, scope) => {
  const count = constant(step, 'count', scope);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    return { byHand: 'the number of attempts is computed' };
  if (count === 1) return mapped(inside(step, scope));
  const task = inBlock(step, scope, { retry: { max_attempt: count, interval: '1s' } });
  return mapped(task === undefined ? [] : [task], ['it waits a second before it tries again']);
};

const timeout: StepHandler = (step, scope) => {
  if (flag(step, 'activity', scope, false) !== false)
    return { byHand: 'a timeout of a task does not depend on its output' };
  const unit = step.named.has('unit') ? constant(step, 'unit', scope) : 'MINUTES';
  const seconds = secondsOf(constant(step, 'time', scope), unit);
  if (seconds === undefined || seconds === 0 || seconds > maxDuration.seconds) {
    return mapped(inside(step, scope), ['there is no limit, because its time is computed or not possible']);
  }
  const task = inBlock(step, scope, { timeout: durationText(seconds) });
  return mapped(task === undefined ? [] : [task], ['at the limit, the task fails, but Jenkins aborts the build']);
};

const catchError: StepHandler = (step, scope) => {
  const task = inBlock(step, { ...scope, isSkippable: true }, { allow_failure: true });
  const result = step.name === 'warnError' ? 'UNSTABLE' : (constantText(step, 'buildResult', scope) ?? 'FAILURE');
  const differs = [
    result === 'UNSTABLE'
      ? 'its message is not in the log'
      : `after a failure, the execution is a warning, not ${result}`,
    ...(flag(step, 'catchInterruptions', scope, true) === true ? ['an abort is never tolerated'] : []),
  ];
  return mapped(task === undefined ? [] : [task], differs);
};

/** Steps that only change how the log looks, or nothing at all. */
const transparent: StepHandler = (step, scope) => mapped(inside(step, scope));

/** `wrap([$class: ...])`: the wrappers that only change the log. */
const wrap: StepHandler = (step, scope) => {
  const name = classIn(constantEntries(step.named.get('delegate')));
  return ['AnsiColorBuildWrapper', 'TimestamperBuildWrapper'].includes(name)
    ? mapped(inside(step, scope))
    : { byHand: `a flow has no counterpart of the wrapper ${name}`.trimEnd() };
};

const caught = 'message buildResult stageResult catchInterruptions';

export const controlSteps: StepTable = {
  sleep: { main: 'time', arguments: 'time unit', map: sleep },
  retry: { main: 'count', arguments: 'count', map: retry },
  timeout: { main: 'time', arguments: 'time unit activity', map: timeout },
  catchError: { arguments: caught, map: catchError },
  warnError: { main: 'message', arguments: caught, map: catchError },
  ansiColor: { main: 'colorMapName', map: transparent },
  script: { map: transparent },
  timestamps: { map: transparent },
  wrap: { main: 'delegate', map: wrap },
  milestone: alwaysByHand('the concurrency of a flow decides what happens to older executions'),
  waitUntil: alwaysByHand('its condition is Groovy; an Until block repeats tasks until a condition is true'),
};
