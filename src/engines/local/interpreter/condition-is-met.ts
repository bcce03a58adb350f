import type { Condition } from '../../../language/expressions/condition.ts';
import { evaluateCondition } from '../../../language/expressions/evaluate-condition.ts';
import { SearchTooSlow, type SearchRunner } from '../../../language/expressions/pattern-searches.ts';
import type { FlowScope } from './flow-scope.ts';
import { RunFailure } from './stop-control.ts';

/** Whether a condition is true for the values of a flow. @throws {RunFailure} if a pattern takes too long */
export async function isMet(condition: Condition, scope: FlowScope, searches: SearchRunner): Promise<boolean> {
  try {
    return await searches.run((search) => evaluateCondition(condition, scope.valueOf, search));
  } catch (error) {
    if (error instanceof SearchTooSlow) throw new RunFailure(error.message);
    throw error;
  }
}
