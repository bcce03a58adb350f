import type { Request } from 'express';
import { flowOrders, type FlowCursor, type FlowQuery } from '../../store/revisions/revision-store.ts';
import type { FlowService } from '../../services/flows/flow-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandler, OperationHandlers } from '../operation.ts';
import {
  cursorParameter,
  flagParameter,
  labelsParameter,
  numberParameter,
  textParameter,
} from '../request/request-values.ts';
import { summaryOnWire } from '../response/wire-flow.ts';

/** Lists of flows, in pages. */
export function listHandlers(flows: FlowService): OperationHandlers {
  const list: OperationHandler = async (request, response) => {
    const page = await flows.list(callerOf(response), queryOf(request));
    response.json({ flows: page.flows.map(summaryOnWire), nextCursor: page.next && cursorText(page.next) });
  };
  return { listFlows: list, listNamespaceFlows: list };
}

function queryOf(request: Request): FlowQuery {
  const sort = textParameter(request, 'sort') ?? 'namespace';
  return {
    namespace: request.params.namespace?.toString() ?? textParameter(request, 'namespace'),
    prefix: textParameter(request, 'q'),
    labels: labelsParameter(request),
    deleted: flagParameter(request, 'deleted'),
    order: flowOrders.find((order) => sort.endsWith(order)) ?? 'namespace',
    descending: sort.startsWith('-'),
    limit: numberParameter(request, 'limit') ?? 50,
    after: cursorParameter(request, readCursor),
  };
}

function cursorText({ range, member }: FlowCursor): string {
  return Buffer.from(`${range} ${member}`).toString('base64url');
}

function readCursor(text: string): FlowCursor | undefined {
  const [, range, member] = /^([0-9]) ([A-Za-z0-9 ._:-]*)$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return range === undefined || member === undefined ? undefined : { range: Number(range), member };
}
