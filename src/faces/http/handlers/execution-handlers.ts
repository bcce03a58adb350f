import { decodeUtf8 } from '../../../abilities/flows/check/decode-utf8.ts';
import type { Services } from '../../../abilities/open-abilities.ts';
import type { ExecutionListQuery } from '../../../abilities/records/execution-service.ts';
import type { TaskQuery } from '../../../abilities/records/list-tasks.ts';
import type { RunOutcome } from '../../../abilities/records/visible-execution.ts';
import type { RunContext } from '../../../abilities/runs/accept/execution-acceptor.ts';
import { actorOf } from '../../../access/identity.ts';
import { isExecutionId } from '../../../store/executions/record/execution-id.ts';
import type { QueryParameters } from '../../api-client/operation-types.ts';
import { linkTo } from '../base-path.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit, subjectOf } from '../observe/record-audit.ts';
import type { AnyRequest, OperationHandlers, OperationRequest, OperationResponse } from '../operation.ts';
import { isForm } from '../request/read-body.ts';
import { readRunForm } from '../request/read-run-form.ts';
import { flowKey, labelFilters, pageStart, timeOf } from '../request/request-values.ts';
import {
  executionBriefOnWire,
  executionOnWire,
  executionSummaryOnWire,
  taskRunOnWire,
} from '../response/wire-execution.ts';
import { outlineOnWire } from '../response/wire-flow.ts';
import { rejectedInputs } from '../response/wire-inputs.ts';

/** Runs of flows, and their executions. @param limits `bodyBytes` limits the fields of a form */
export function executionHandlers(
  services: Pick<
    Services,
    'flows' | 'runs' | 'restarts' | 'answers' | 'pushes' | 'executions' | 'stops' | 'files' | 'executionFiles'
  >,
  limits: { readonly bodyBytes: number },
) {
  const { flows, runs, restarts, answers, pushes, executions, stops } = services;
  return {
    pushFlow: async (request, response) => {
      const { url, change, revision } = await pushes.push(flowKey(request), callerOf(response), request.query.revision);
      response.json({ url, change, revision });
    },

    runFlow: async (request, response) => {
      if (isForm(request)) {
        sendOutcome(response, await runForm(request, response, services, limits));
        return;
      }
      const { inputs = {}, ...others } = request.body ?? {};
      sendOutcome(response, await runs.run(flowKey(request), { ...others, inputs }, contextOf(request, response)));
    },

    replayExecution: async (request, response) => {
      sendOutcome(
        response,
        await runs.replay(request.params.execution_id, request.body ?? {}, contextOf(request, response)),
      );
    },

    restartExecution: async (request, response) => {
      const { execution_id: id } = request.params;
      sendOutcome(response, await restarts.restart(id, request.body ?? {}, contextOf(request, response)));
    },

    decideExecution: async (request, response) => {
      const { execution_id: id } = request.params;
      const { task, decision } = request.body;
      noteForAudit(response, { detail: `${task}: ${decision}` });
      sendOutcome(response, await answers.decide(id, callerOf(response), request.body));
    },

    signalExecution: async (request, response) => {
      const { execution_id: id, signal: name } = request.params;
      noteForAudit(response, { detail: name });
      sendOutcome(response, await answers.signal(id, callerOf(response), { name, body: request.body ?? {} }));
    },

    signalByUrl: async (request, response) => {
      const { execution_id: id, token, signal: name } = request.params;
      const outcome = await answers.signalByUrl(id, token, { name, body: request.body ?? {} });
      noteForAudit(response, { actor: actorOf('signal', name) });
      sendOutcome(response, outcome);
    },

    listExecutions: async (request, response) => {
      const page = await executions.list(callerOf(response), executionQuery(request.query));
      response.json({
        executions: page.executions.map(executionSummaryOnWire),
        nextCursor: page.next,
        incomplete: page.isIncomplete === true ? true : undefined,
      });
    },

    listRecentExecutions: async (request, response) => {
      const recent = await executions.recent(flowKey(request), request.query.limit ?? 100, callerOf(response));
      response.json({ executions: recent.map(executionBriefOnWire) });
    },

    getExecution: async (request, response) => {
      const id = request.params.execution_id;
      const caller = callerOf(response);
      const execution = await executions.show(id, caller);
      const mayRead = caller.may('read', execution.flow.namespace);
      const source = mayRead ? await executions.source(id) : undefined;
      response.json(executionOnWire(execution, source && decodeUtf8(source.bytes)));
    },

    getExecutionOutline: async (request, response) => {
      const id = request.params.execution_id;
      const caller = callerOf(response);
      await executions.require(id, caller, 'read');
      const source = await executions.source(id);
      response.json(outlineOnWire(source === undefined ? [] : await flows.outline(source, caller.key)));
    },

    listExecutionTasks: async ({ params, query }, response) => {
      const page = await executions.tasks(params.execution_id, callerOf(response), taskQuery(query));
      response.json({ tasks: page.runs.map((run) => taskRunOnWire(run)), nextCursor: page.next?.toString() });
    },

    stopExecution: async (request, response) => {
      const record = await stops.stop(request.params.execution_id, callerOf(response));
      response
        .status(202)
        .location(linkTo(response, `/executions/${record.id}`))
        .json(executionOnWire(record));
    },

    deleteExecution: async (request, response) => {
      noteForAudit(response, subjectOf(await executions.listed(request.params.execution_id)));
      await executions.delete(request.params.execution_id, callerOf(response));
      response.status(204).end();
    },

    getOutputs: async (request, response) => {
      const { outputs = {} } = await executions.read(request.params.execution_id, callerOf(response));
      response.json(outputs);
    },
  } satisfies Partial<OperationHandlers>;
}

/** Writes files to disk as they arrive, before it is known whether the request is valid. */
async function runForm(
  request: OperationRequest<'runFlow'>,
  response: OperationResponse<'runFlow'>,
  { runs, files, executionFiles }: Pick<Services, 'runs' | 'files' | 'executionFiles'>,
  { bodyBytes }: { readonly bodyBytes: number },
): Promise<RunOutcome> {
  const key = flowKey(request);
  await runs.requireRunnable(key);
  const intake = await files.intake(key, callerOf(response));
  try {
    const runRequest = await readRunForm(request, response, {
      intake,
      requireFiles: () => executionFiles.requireDownloads(),
      limits: { textBytes: bodyBytes },
    });
    return 'violations' in runRequest ? runRequest : await runs.run(key, runRequest, contextOf(request, response));
  } finally {
    await intake.discard();
  }
}

function contextOf(request: AnyRequest, response: OperationResponse<'runFlow'>): RunContext {
  return { caller: callerOf(response), idempotencyKey: request.get('Idempotency-Key') };
}

/** @throws {AppError} `inputs-invalid` */
export function sendOutcome(response: OperationResponse<'runFlow'>, outcome: RunOutcome): void {
  if ('violations' in outcome) throw rejectedInputs(outcome.violations);
  noteForAudit(response, subjectOf(outcome.execution));
  response
    .status(202)
    .location(linkTo(response, `/executions/${outcome.execution.id}`))
    .json(executionOnWire(outcome.execution));
}

function executionQuery(query: QueryParameters<'listExecutions'>): ExecutionListQuery {
  const { namespace, flow_id: flowId, state: states = [], actor, parent, id: ids, label, from, to } = query;
  const { limit = 50 } = query;
  const after = pageStart(query, (text) => (isExecutionId(text) ? text : undefined));
  const { waiting_for: waitsFor, archived: isArchived } = query;
  const waitingFor = waitsFor?.filter((kind) => kind !== 'mine');
  const isMine = waitsFor?.includes('mine');
  const filters = {
    namespace,
    flowId,
    states,
    waitingFor,
    isMine,
    isArchived,
    actor,
    parent,
    ids,
    labels: labelFilters(label),
  };
  return { ...filters, from: timeOf(from), to: timeOf(to), limit, after };
}

function taskQuery(query: QueryParameters<'listExecutionTasks'>): TaskQuery {
  const { parent, item, state: states = [], limit = 50 } = query;
  const after = pageStart(query, (text) => (/^[0-9]{1,9}$/.test(text) ? Number(text) : undefined));
  return { parent, item, states, limit, after };
}
