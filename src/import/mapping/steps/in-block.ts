import type { CommonProperties, DraftTask } from '../draft-task.ts';
import type { Mapping, Step } from '../mapping.ts';
import type { Scope } from '../scope.ts';
import { stepId } from './reading.ts';

/**
 * The statements in a step as one task with some properties: the task itself if there is only one and it has none of these
 * properties, otherwise a block. Undefined if there is nothing to do.
 */
export function inBlock(
  { body = [], call, name }: Step,
  scope: Scope,
  mapping: Mapping,
  common: CommonProperties,
): DraftTask | undefined {
  const { start, end } = call;
  const isSingle = body.length === 1;
  const id = isSingle ? undefined : stepId(mapping, scope, name);
  const inside = isSingle ? scope : { ...scope, depth: scope.depth + 1, ...outerOf(scope, id) };
  const tasks = mapping.steps(body, inside);
  const [only, ...others] = tasks;
  if (only === undefined) return undefined;
  if (others.length === 0 && canTake(only.common, common))
    return { ...only, common: { ...only.common, ...common }, span: { start, end } };
  return {
    id: id ?? stepId(mapping, scope, name),
    shape: { kind: 'sequence', tasks },
    common,
    comments: [],
    span: { start, end },
  };
}

function outerOf({ outerId }: Scope, id: string | undefined): { readonly outerId?: string } {
  const outermost = outerId ?? id;
  return outermost === undefined ? {} : { outerId: outermost };
}

/** Whether properties around a task can be its own: a timeout limits each attempt, not all of them together. */
function canTake(inner: CommonProperties, outer: CommonProperties): boolean {
  if (inner.disabled === true || Object.keys(outer).some((key) => key in inner)) return false;
  const order = ['timeout', 'retry', 'allow_failure'];
  const outermost = Math.max(...order.map((key, index) => (key in inner ? index : -1)));
  return Object.keys(outer).every((key) => !order.includes(key) || order.indexOf(key) > outermost);
}
