import type { Schema } from '../../contract/operation-types.ts';
import { jsonPointer } from '../../problem/json-pointer.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import type { InspectedCall } from '../../services/subflows/subflow-service.ts';

/**
 * A call as openapi.yaml declares it. Of a flow that is hidden from the caller only its name is told, which the call holds.
 * @param errors those of the flow that calls
 */
export function callOnWire(
  { taskId, called, isHidden, revision, path }: InspectedCall,
  errors: readonly ReportedProblem[],
): Schema<'SubflowValidation'>['subflows'][number] {
  const call = { task_id: taskId, namespace: called.namespace, flow_id: called.id };
  if (isHidden) return { ...call, hidden: true };
  const place = jsonPointer(path);
  const isValid = !errors.some((problem) => problem.path === place || problem.path.startsWith(`${place}/`));
  return { ...call, revision, exists: revision !== undefined, valid: isValid };
}
