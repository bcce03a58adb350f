import type { Expression } from '../../groovy/syntax.ts';
import { constantOf } from '../constant-of.ts';
import type { ByHand } from '../draft-task.ts';
import type { Mapping, Step } from '../mapping.ts';
import type { Mapped, Scope } from '../scope.ts';

/** Whether a part of a step, or the step, is by hand. */
export function isByHand(result: object): result is ByHand {
  return 'byHand' in result;
}

/** A constant argument of a step; undefined if it is missing or computed. */
export function constant(step: Step, name: string, scope: Scope): string | number | boolean | null | undefined {
  const expression = step.named.get(name);
  return expression === undefined ? undefined : constantOf(expression, scope);
}

/** A constant string; undefined if it is missing, computed, or something else. */
export function text(step: Step, name: string, scope: Scope): string | undefined {
  const value = constant(step, name, scope);
  return typeof value === 'string' ? value : undefined;
}

/** A switch with its default; undefined if it is computed. */
export function flag(step: Step, name: string, scope: Scope, otherwise: boolean): boolean | undefined {
  if (!step.named.has(name)) return otherwise;
  const value = constant(step, name, scope);
  return typeof value === 'boolean' ? value : undefined;
}

/** A reserved id for the task of a statement: the stage, and words. */
export function stepId(mapping: Mapping, { stageId }: Scope, ...words: readonly string[]): string {
  return mapping.taskId(...(stageId === undefined ? [] : [stageId]), ...words);
}

/** The items of a list literal. */
export function itemsOf(expression: Expression | undefined): readonly Expression[] | undefined {
  return expression?.kind === 'list' ? expression.items : undefined;
}

/** The result of a step with what differs, if anything does. */
export function mapped(tasks: Mapped['tasks'], differs: readonly string[] = [], note?: string): Mapped {
  return { tasks, ...(differs.length > 0 && { differs: [...new Set(differs)] }), ...(note !== undefined && { note }) };
}
