import type { ValidatedFlow } from '../../language/flow/flow.ts';
import type { TaskTypes } from '../../language/flow/task-types.ts';
import type { PlanRequest } from './planning-operations.ts';
import { callKey, callsOf } from './subflow-calls.ts';

// Approximately the YAML syntax around a value.
const weightOfValue = 8;

/**
 * Whether a flow together with the flows it inlines is larger than a limit, in approximate characters of YAML. It stops
 * at the limit, so it also terminates when flows call each other in a cycle.
 */
export function isComposedHeavier(
  limit: number,
  { flow, called }: Pick<PlanRequest, 'flow' | 'called'>,
  taskTypes: TaskTypes,
): boolean {
  let left = limit;
  const flows: ValidatedFlow[] = [flow];
  for (const next of flows) {
    left = weigh(next, left);
    if (left < 0) return true;
    for (const { call } of callsOf(next, taskTypes)) {
      const child = called.get(callKey(call));
      if (child !== undefined) flows.push(child.flow);
    }
  }
  return false;
}

/** The rest of the limit after a value. */
function weigh(value: unknown, limit: number): number {
  let left = limit - weightOfValue;
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left;
  for (const part of Object.values(value)) {
    if (left < 0) break;
    left = weigh(part, left);
  }
  return left;
}
