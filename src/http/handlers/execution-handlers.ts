import type { Request, Response } from 'express';
import { isExecutionId } from '../../execution/execution-id.ts';
import type { ExecutionRecord } from '../../execution/execution-record.ts';
import type { ExecutionState } from '../../execution/execution-state.ts';
import type { ExecutionQuery } from '../../execution/execution-store.ts';
import { AppError } from '../../problem/app-error.ts';
import type { Services } from '../../services/build-services.ts';
import type { RunContext, RunOutcome, RunRequest } from '../../services/run-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { noteForAudit } from '../record-audit.ts';
import { flowKey, labelsParameter, numberParameter, revisionParameter, textParameter, timeParameter } from '../request-values.ts';
import { executionOnWire, executionSummaryOnWire } from '../wire-execution.ts';
import { violationOnWire } from '../wire-flow.ts';

/** Running flows, and what becomes of them. */
export function executionHandlers({ runs, executions }: Pick<Services, 'runs' | 'executions'>): OperationHandlers {
  return {
    pushFlow: async (request, response) => {
      response.json(await runs.push(flowKey(request), { caller: callerOf(response) }, revisionParameter(request)));
    },

    runFlow: async (request, response) => {
      const asked = bodyOf(request);
      sendOutcome(response, await runs.run(flowKey(request), { ...asked, inputs: asked.inputs ?? {} }, contextOf(request, response)));
    },

    replayExecution: async (request, response) => {
      sendOutcome(response, await runs.replay(executionId(request), bodyOf(request), contextOf(request, response)));
    },

    listExecutions: async (request, response) => {
      const page = await executions.list(callerOf(response), queryOf(request));
      response.json({ executions: page.executions.map(executionSummaryOnWire), nextCursor: page.next });
    },

    getExecution: async (request, response) => {
      const id = executionId(request);
      response.json(executionOnWire(await executions.read(id, callerOf(response)), await executions.source(id)));
    },

    stopExecution: async (request, response) => {
      const record = await executions.stop(executionId(request), callerOf(response));
      noteForAudit(response, subjectOf(record));
      response.status(202).location(`/executions/${record.id}`).json(executionOnWire(record));
    },

    getOutputs: async (request, response) => {
      const { outputs = {} } = await executions.read(executionId(request), callerOf(response));
      response.json(outputs);
    },
  };
}

function executionId(request: Request): string {
  return String(request.params.execution_id);
}

function bodyOf(request: Request): Partial<RunRequest> {
  return (request.body ?? {}) as Partial<RunRequest>; // as the contract says
}

function contextOf(request: Request, response: Response): RunContext {
  return { caller: callerOf(response), idempotencyKey: request.get('Idempotency-Key') };
}

/** @throws {AppError} inputs-invalid */
function sendOutcome(response: Response, outcome: RunOutcome): void {
  if ('violations' in outcome) {
    const { violations } = outcome;
    const detail = violations.slice(0, 3).map(({ inputId, message }) => `${inputId}: ${message}`).join('; ');
    throw new AppError('inputs-invalid', violations.length > 3 ? `${detail}; and ${violations.length - 3} more` : detail, { valid: false, errors: violations.map(violationOnWire) });
  }
  noteForAudit(response, subjectOf(outcome.execution));
  response.status(202).location(`/executions/${outcome.execution.id}`).json(executionOnWire(outcome.execution));
}

function subjectOf({ id, flow, revision }: ExecutionRecord) {
  return { namespace: flow.namespace, flowId: flow.id, revision, executionId: id };
}

function queryOf(request: Request): ExecutionQuery {
  const after = textParameter(request, 'cursor');
  if (after !== undefined && !isExecutionId(after)) throw new AppError('invalid-request', 'The cursor is not one that a page of this list gave.');
  const { state = [] } = request.query as { state?: readonly ExecutionState[] }; // as the contract says
  return {
    namespace: textParameter(request, 'namespace'),
    flowId: textParameter(request, 'flow_id'),
    states: state,
    labels: labelsParameter(request),
    from: timeParameter(request, 'from'),
    to: timeParameter(request, 'to'),
    limit: numberParameter(request, 'limit') ?? 50,
    after,
  };
}
