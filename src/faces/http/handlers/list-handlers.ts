import type { FlowListService } from '../../../abilities/home/flow-list-service.ts';
import { flowOrders, type FlowCursor, type FlowQuery } from '../../../store/revisions/revision-store.ts';
import type { QueryParameters } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers, OperationResponse } from '../operation.ts';
import { labelFilters, pageStart } from '../request/request-values.ts';
import { listedFlowOnWire } from '../response/wire-flow.ts';

/** Lists of flows, in pages. */
export function listHandlers(flows: FlowListService) {
  const sendPage = async (response: OperationResponse<'listFlows'>, query: QueryParameters<'listFlows'>) => {
    const { include = [] } = query;
    const page = await flows.list(callerOf(response), flowQuery(query), {
      lastExecution: include.includes('lastExecution'),
      nextAt: include.includes('nextAt'),
    });
    response.json({ flows: page.flows.map(listedFlowOnWire), nextCursor: page.next && cursorText(page.next) });
  };
  return {
    listFlows: ({ query }, response) => sendPage(response, query),
    listNamespaceFlows: ({ query, params }, response) => sendPage(response, { ...query, ...params }),
    searchFlows: ({ query: { q, ...query } }, response) => {
      if (q !== undefined) return sendPage(response, { ...query, search: [q, query.search ?? ''].join(' ') });
      callerOf(response).require('read', 'search');
      return sendPage(response, { ...query, namespace: 'search' });
    },
  } satisfies Partial<OperationHandlers>;
}

function flowQuery(query: QueryParameters<'listFlows'>): FlowQuery {
  const { namespace, q: prefix, search, label, deleted = false, sort = 'namespace', limit = 50 } = query;
  return {
    namespace,
    prefix,
    words: search?.trim().split(/\s+/),
    labels: labelFilters(label),
    deleted,
    order: flowOrders.find((order) => sort.endsWith(order)) ?? 'namespace',
    descending: sort.startsWith('-'),
    limit,
    after: pageStart(query, readCursor),
  };
}

function cursorText({ range, member }: FlowCursor): string {
  return Buffer.from(`${range} ${member}`).toString('base64url');
}

function readCursor(text: string): FlowCursor | undefined {
  const [, range, member] = /^([0-9]) ([A-Za-z0-9 ._:-]*)$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return range === undefined || member === undefined ? undefined : { range: Number(range), member };
}
