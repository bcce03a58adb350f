import type { LoopPlan } from '../../../language/execution-plan/flow-plan.ts';
import { plainTypes } from '../../../language/input-types/input-types.ts';
import type { FlowScope } from './flow-scope.ts';
import type { LoopItem } from './loop-item.ts';

/** The values of an item, in a scope of its own, and the problem with them, as a clause. */
export function scopeOfItem(
  { fields, indexName }: LoopPlan,
  { index, texts }: Pick<LoopItem, 'index' | 'texts'>,
  outer: FlowScope,
): { readonly scope: FlowScope; readonly problem: string | undefined } {
  const scope = outer.inner();
  let problem = scope.setItem({ name: indexName, type: plainTypes.integer }, `${index}`);
  for (const { name, type } of fields) problem ??= scope.setItem({ name, type }, texts.get(name) ?? '');
  return { scope, problem };
}
