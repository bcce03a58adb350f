import { insideBlock, taskIdIn, type Mapped, type Scope } from '../context/job-mapping.ts';
import { draftTask, type CommonProperties, type DraftTask } from '../drafts/draft-flow.ts';
import { sourceOf } from '../drafts/gate.ts';
import { inside, type Step } from './step.ts';

/**
 * The statements in a step as one task with some properties: the task itself if there is only one and it has none of these
 * properties, otherwise a block. Undefined if there is nothing to do.
 */
export function inBlock(step: Step, scope: Scope, common: CommonProperties): DraftTask | undefined {
  const { body = [], call, name } = step;
  const isSingle = body.length === 1;
  const id = isSingle ? undefined : taskIdIn(scope, name);
  const around = isSingle ? scope : { ...scope, depth: scope.depth + 1, outerId: scope.outerId ?? id };
  const tasks = inside(step, around);
  const [only, ...others] = tasks;
  if (only === undefined) return undefined;
  if (others.length === 0 && canTake(only.common, common))
    return { ...only, common: { ...only.common, ...common }, span: { start: call.start, end: call.end } };
  return draftTask(id ?? taskIdIn(scope, name), call, { kind: 'sequence', tasks }, common);
}

/** Whether properties around a task can be its own: a timeout limits each attempt, not all of them together. */
function canTake(inner: CommonProperties, outer: CommonProperties): boolean {
  if (inner.disabled === true || Object.keys(outer).some((key) => key in inner)) return false;
  const order = ['timeout', 'retry', 'allow_failure'];
  const outermost = Math.max(...order.map((key, index) => (key in inner ? index : -1)));
  return Object.keys(outer).every((key) => !order.includes(key) || order.indexOf(key) > outermost);
}

/** A block whose statements are mapped, but which itself is by hand: a disabled block with its first line as the description. */
export function disabledBlock(step: Step, scope: Scope, why: string): Mapped {
  const { start, end } = step.call;
  const closure = step.call.arguments.at(-1)?.value;
  const id = taskIdIn(scope, step.name);
  const tasks = inside(step, insideBlock(scope));
  if (tasks.length === 0) return { tasks: [], missing: why };
  const place = { start, end: closure?.kind === 'closure' ? closure.start : end };
  const description = sourceOf(place, scope.job.source);
  return {
    tasks: [draftTask(id, step.call, { kind: 'sequence', tasks }, { disabled: true, description })],
    missing: why,
  };
}
