import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Services } from '../../../abilities/open-abilities.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import type { AcceptedExecution } from '../../../lifecycle/execution-record.ts';
import type { AuditEvent, AuditOutcome } from '../../../store/audit/audit-trail.ts';
import { isExecutionId } from '../../../store/executions/record/execution-id.ts';
import { callerIfKnown } from '../identity/require-identity.ts';
import { changesSomething, isCleanUp, operationOf, pathParametersOf } from '../operation.ts';

/** Details of an audit entry that do not follow from the path and status of a request. */
export type AuditNote = Partial<Omit<AuditEvent, 'requestId' | 'address'>>;

interface AuditNotes extends AuditNote {
  /** One entry is written for each, even if the operation changes nothing; an empty list writes none. */
  readonly each?: readonly AuditNote[];
  /** Whether the change frees space or ends work, if the operation of the contract does not say so. */
  readonly isCleanUp?: boolean;
}

/** Adds details to the audit entry of a request. */
export function noteForAudit(response: Response, notes: AuditNotes): void {
  response.locals[notesKey] = { ...notesOf(response), ...notes };
}

const notesKey = 'auditNotes';

function notesOf(response: Response): AuditNotes {
  return (response.locals[notesKey] ?? {}) as AuditNotes; // set only by noteForAudit
}

/**
 * Records every request of a known caller that changes data or attempts to, and every denied request. The contract
 * defines which operations change data, so that none can be forgotten. The response waits for the entry: a client that
 * has received the response finds the entry in the trail. An entry that cannot be written, or for which there is no
 * space, goes to the log.
 */
export function recordAudit(
  { audit, space, executions }: Pick<Services, 'audit' | 'space' | 'executions'>,
  logger: Logger,
): RequestHandler {
  return (request, response, next) => {
    const end = response.end.bind(response) as (...args: unknown[]) => Response; // one signature for all overloads
    const endAfterEntry = (...args: unknown[]): Response => {
      response.end = end;
      let events = eventsOf(request, response);
      if (events.length === 0) return end(...args);
      const write = async () => {
        events = await Promise.all(events.map((event) => withFlow(event, executions)));
        // Rejected requests must not fill the disk.
        const hasPriority = isCleanUp(request) || notesOf(response).isCleanUp === true;
        await space?.requireSpace(hasPriority ? 'clean-up' : 'change');
        await audit.append(events);
      };
      const written = write().catch((error: unknown) =>
        logger.error({ audit: events, err: error }, 'could not write to the audit trail'),
      );
      void written.then(() => end(...args));
      return response;
    };
    response.end = endAfterEntry;
    next();
  };
}

function eventsOf(request: Request, response: Response): readonly AuditEvent[] {
  const operation = operationOf(request);
  const { statusCode: status } = response;
  const { each, isCleanUp: _isCleanUp, ...notes } = notesOf(response);
  if (each === undefined && !changesSomething(request) && outcomeOf(status) !== 'denied' && notes.outcome !== 'denied')
    return [];
  const caller = callerIfKnown(response);
  const actor = notes.actor ?? caller?.subject ?? '';
  if (actor === '') return [];
  const event = {
    actor,
    tokenId: caller?.identity?.token?.id,
    action: operation.operationId,
    outcome: outcomeOf(status),
    status,
    ...objectOf(pathParametersOf(request)),
    ...(operation['x-surface'] === 'mcp' && { via: 'mcp' as const }),
    ...notes,
    requestId: String(response.getHeader('X-Request-Id')),
    address: request.ip,
  };
  return (each ?? [{}]).map((note) => ({ ...event, ...note }));
}

/** With the flow of its execution, if the entry names only that. A right can have been missing in another namespace. */
async function withFlow(event: AuditEvent, executions: Pick<Services['executions'], 'listed'>): Promise<AuditEvent> {
  const { executionId: id, flowId, revision, outcome, status } = event;
  // What is invalid or does not exist has no flow, and a store that has failed is not asked again.
  const isKnown =
    outcome === 'done' || outcome === 'denied' || (outcome === 'refused' && !withoutFlow.has(status ?? 0));
  if (id === undefined || !isExecutionId(id) || flowId !== undefined || !isKnown) return event;
  const found = await executions.listed(id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined; // it is gone, or cannot be read
    throw error;
  });
  return found === undefined ? event : { ...event, ...subjectOf(found), revision: revision ?? found.revision };
}

const withoutFlow = new Set([400, 404, 413, 415]);

/** The execution of an audit entry. */
export function subjectOf({ id, flow, revision }: Pick<AcceptedExecution, 'id' | 'flow' | 'revision'>) {
  return { namespace: flow.namespace, flowId: flow.id, revision, executionId: id };
}

export function outcomeOf(status: number): AuditOutcome {
  if (status < 400) return 'done';
  if (status >= 500) return 'failed';
  return status === 403 ? 'denied' : 'refused';
}

/** The parameters can be invalid: the request may have been rejected by the contract. */
function objectOf({
  namespace,
  flow_id: flowId,
  execution_id: executionId,
  trigger_id: triggerId,
  revision,
}: Readonly<Record<string, string>>): AuditNote {
  return {
    namespace: namespace?.slice(0, maxNameLength),
    flowId: flowId?.slice(0, maxNameLength),
    executionId: executionId?.slice(0, maxNameLength),
    triggerId: triggerId?.slice(0, maxNameLength),
    revision: revision !== undefined && /^\d{1,9}$/.test(revision) ? Number(revision) : undefined,
  };
}

const maxNameLength = 255;
