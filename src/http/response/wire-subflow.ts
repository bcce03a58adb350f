import type { Schema } from '../../contract/operation-types.ts';
import { jsonPointer } from '../../problem/json-pointer.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import type { InspectedCall } from '../../services/subflows/subflow-service.ts';

/**
 * A subflow call as declared in openapi.yaml. For a hidden flow, only the name is included, which is part of the call.
 * @param errors the errors of the calling flow
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
