import type { Schema } from '../../api-client/operation-types.ts';
import type { ControllerReport } from '../../services/controllers/controller-service.ts';

export function controllerOnWire(report: ControllerReport): Schema<'Controller'> {
  const { name, url, condition, look, running, open, queueDepth, fallback, isDraining = false } = report;
  const { maxBuilds, namespaces, workerGroups } = report;
  return {
    name,
    url,
    state: condition,
    checkedAt: look?.at,
    version: look?.version,
    reason: url === undefined ? undefined : look?.reason,
    downSince: condition === 'down' ? look?.failingSince : undefined,
    running,
    open,
    waiting: open - running, // of the old contract
    queueDepth,
    executors: look?.executors && { busy: look.executors.busy, total: look.executors.total },
    draining: isDraining,
    fallback,
    maxBuilds,
    namespaces: [...namespaces],
    workerGroups: [...workerGroups],
  };
}
