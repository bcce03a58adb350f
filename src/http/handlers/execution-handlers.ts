import type { Request, Response } from 'express';
import { isExecutionId } from '../../execution/record/execution-id.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { ExecutionState } from '../../execution/record/execution-state.ts';
import type { ExecutionQuery } from '../../execution/record/execution-store.ts';
import type { Services } from '../../services/services.ts';
import type { RunRequest } from '../../services/executions/run-request.ts';
import type { RunContext, RunOutcome } from '../../services/executions/run-service.ts';
import { linkTo } from '../base-path.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';
import { isForm } from '../request/read-body.ts';
import { readRunForm } from '../request/read-run-form.ts';
import {
  cursorParameter,
  executionId,
  flowKey,
  labelsParameter,
  numberParameter,
  revisionParameter,
  textParameter,
  timeParameter,
} from '../request/request-values.ts';
import { executionOnWire, executionSummaryOnWire } from '../response/wire-execution.ts';
import { rejectedInputs } from '../response/wire-inputs.ts';

/** Running flows, and what becomes of them. @param limits `bodyBytes`: of the texts in a form */
export function executionHandlers(
  services: Pick<Services, 'runs' | 'pushes' | 'executions' | 'files' | 'executionFiles'>,
  limits: { readonly bodyBytes: number },
): OperationHandlers {
  const { runs, pushes, executions } = services;
  return {
    pushFlow: async (request, response) => {
      const { url, change, revision } = await pushes.push(
        flowKey(request),
        callerOf(response),
        revisionParameter(request),
      );
      response.json({ url, change, revision });
    },

    runFlow: async (request, response) => {
      if (isForm(request)) {
        sendOutcome(response, await runForm(request, response, services, limits));
        return;
      }
      const asked = bodyOf(request);
      sendOutcome(
        response,
        await runs.run(flowKey(request), { ...asked, inputs: asked.inputs ?? {} }, contextOf(request, response)),
      );
    },

    replayExecution: async (request, response) => {
      noteForAudit(response, subjectOf(await executions.record(executionId(request))));
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
      noteForAudit(response, subjectOf(await executions.record(executionId(request))));
      const record = await executions.stop(executionId(request), callerOf(response));
      response
        .status(202)
        .location(linkTo(response, `/executions/${record.id}`))
        .json(executionOnWire(record));
    },

    getOutputs: async (request, response) => {
      const { outputs = {} } = await executions.read(executionId(request), callerOf(response));
      response.json(outputs);
    },
  };
}

/** Files go to the disk as they come, before anybody knows whether the whole can be run. */
async function runForm(
  request: Request,
  response: Response,
  { runs, files, executionFiles }: Pick<Services, 'runs' | 'files' | 'executionFiles'>,
  { bodyBytes }: { readonly bodyBytes: number },
): Promise<RunOutcome> {
  const key = flowKey(request);
  await runs.demandRunnable(key);
  const intake = await files.intake(key, callerOf(response));
  try {
    const asked = await readRunForm(request, response, {
      intake,
      demandFiles: () => executionFiles.demandPublicUrl(),
      limits: { textBytes: bodyBytes },
    });
    return 'violations' in asked ? asked : await runs.run(key, asked, contextOf(request, response));
  } finally {
    await intake.discard();
  }
}

function bodyOf(request: Request): Partial<RunRequest> {
  return (request.body ?? {}) as Partial<RunRequest>; // as the contract says
}

function contextOf(request: Request, response: Response): RunContext {
  return { caller: callerOf(response), idempotencyKey: request.get('Idempotency-Key') };
}

/** @throws {AppError} inputs-invalid */
function sendOutcome(response: Response, outcome: RunOutcome): void {
  if ('violations' in outcome) throw rejectedInputs(outcome.violations);
  noteForAudit(response, subjectOf(outcome.execution));
  response
    .status(202)
    .location(linkTo(response, `/executions/${outcome.execution.id}`))
    .json(executionOnWire(outcome.execution));
}

function subjectOf({ id, flow, revision }: ExecutionRecord) {
  return { namespace: flow.namespace, flowId: flow.id, revision, executionId: id };
}

function queryOf(request: Request): ExecutionQuery {
  const { state = [] } = request.query as { state?: readonly ExecutionState[] }; // as the contract says
  return {
    namespace: textParameter(request, 'namespace'),
    flowId: textParameter(request, 'flow_id'),
    states: state,
    labels: labelsParameter(request),
    from: timeParameter(request, 'from'),
    to: timeParameter(request, 'to'),
    limit: numberParameter(request, 'limit') ?? 50,
    after: cursorParameter(request, (text) => (isExecutionId(text) ? text : undefined)),
  };
}
