import { maxFailureMessage, shownPart } from '../../../language/execution-plan/run-limits.ts';
import { runField, runFieldName, type EndFieldName } from '../../../language/expressions/run-fields.ts';
import type { FlowScope } from './flow-scope.ts';
import type { RunPorts } from './run-ports.ts';
import { RunFailure, type Stopped } from './stop-control.ts';

interface EndedTasks extends Pick<RunPorts, 'executionId' | 'mask'> {
  /** Why they ended early. */
  readonly failure: RunFailure | Stopped | undefined;
}

/** Sets the values that error and final tasks of a flow can refer to; a stop is not a failure. */
export function setRunContext(scope: FlowScope, ended: EndedTasks): void {
  for (const reference of scope.plan.runReferences)
    scope.setRunValue(runField(reference).name, values[runFieldName(reference) as EndFieldName](ended, scope));
}

const values: Readonly<Record<EndFieldName, (ended: EndedTasks, scope: FlowScope) => string | undefined>> = {
  'failure.task': ({ failure }, { flow: { failed } }) => (failed?.failure === failure ? failed?.id : undefined),
  'failure.message': ({ failure, mask }) =>
    failure instanceof RunFailure ? oneLine(mask(failure.message)) : undefined,
  'execution.id': ({ executionId }) => executionId,
  'execution.url': ({ executionId }, { plan: { executionsUrl } }) =>
    executionId === undefined || executionsUrl === undefined ? undefined : executionsUrl + executionId,
};

/** A bounded text of one line, which does not end in the middle of a character. */
function oneLine(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ');
  return shownPart(line, maxFailureMessage).replace(/\p{Cs}[.]{3}$/u, '...');
}
