import type { Mapping, Step } from '../mapping.ts';
import type { Mapped, Scope } from '../scope.ts';
import { sourceOf } from '../source-of.ts';
import { stepId } from './reading.ts';

/** A block whose statements are mapped, but which itself is by hand: a disabled block with its first line as the description. */
export function disabledBlock(step: Step, scope: Scope, mapping: Mapping, why: string): Mapped {
  const { start, end } = step.call;
  const closure = step.call.arguments.at(-1)?.value;
  const id = stepId(mapping, scope, step.name);
  const tasks = mapping.steps(step.body ?? [], { ...scope, depth: scope.depth + 1, isConditional: true });
  if (tasks.length === 0) return { tasks: [], missing: why };
  const description = sourceOf({ start, end: closure?.kind === 'closure' ? closure.start : end }, mapping.source);
  const common = { disabled: true, description } as const;
  return {
    tasks: [{ id, shape: { kind: 'sequence', tasks }, common, comments: [], span: { start, end } }],
    missing: why,
  };
}
