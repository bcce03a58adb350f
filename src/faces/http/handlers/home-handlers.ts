import type { Home, HomeService } from '../../../abilities/home/home-service.ts';
import type { VisibleBrief } from '../../../abilities/records/visible-execution.ts';
import { flowOfName } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { executionBriefOnWire } from '../response/wire-execution.ts';

/** The first page of the console. */
export function homeHandlers(home: HomeService) {
  return {
    getHome: async ({ query: { namespace, flow = [] } }, response) => {
      response.json(homeOnWire(await home.read(callerOf(response), { namespace, flows: flow.map(flowOfName) })));
    },
  } satisfies Partial<OperationHandlers>;
}

function homeOnWire(home: Home): Schema<'Home'> {
  const { since, flowCount, failed, running, waiting, next, days, namespaces, flows } = home;
  return {
    since: since.toISOString(),
    flowCount,
    failed: { count: failed.count, executions: failed.executions.map(homeExecutionOnWire) },
    running: { count: running.count, executions: running.executions.map(homeExecutionOnWire) },
    waiting: {
      count: waiting.count,
      executions: waiting.executions.map((execution) => ({
        ...homeExecutionOnWire(execution),
        message: execution.waitingFor?.message,
      })),
    },
    next: next.map(({ flow, triggerId, at, timezone }) => ({
      namespace: flow.namespace,
      flow_id: flow.id,
      trigger: triggerId,
      at: at.toISOString(),
      timezone,
    })),
    days: days.map(({ date, SUCCESS, WARNING, FAILED, KILLED }) => ({
      date,
      success: SUCCESS,
      warning: WARNING,
      failed: FAILED,
      cancelled: KILLED,
    })),
    namespaces: namespaces.map(({ namespace, flows: count, running: runs, failed: failures }) => ({
      namespace,
      flows: count,
      running: runs,
      failed: failures,
    })),
    flows: flows.map(({ namespace, id, lastExecution }) => ({
      namespace,
      id,
      lastExecution: lastExecution && executionBriefOnWire(lastExecution),
    })),
  };
}

function homeExecutionOnWire(brief: VisibleBrief): Schema<'HomeExecution'> {
  return { ...executionBriefOnWire(brief), namespace: brief.flow.namespace, flow_id: brief.flow.id };
}
