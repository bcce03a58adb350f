import { problemsBySeverity } from '../../problem/problem.ts';
import type { FlowSummary, RevisionEntry } from '../../revision/flow-revision.ts';
import type { Convertibility } from '../../services/convertibility.ts';
import type { ImportedFlow } from '../../services/exchange-service.ts';
import type { FlowRecord } from '../../services/flow-service.ts';

/*
 * The names that answers have on the wire, as openapi.yaml declares them.
 */

export function summaryOnWire(flow: FlowSummary) {
  const { deletion, ...rest } = flow;
  return { ...rest, deleted: deletion !== undefined, deletedAt: deletion?.at, deletedBy: deletion?.by };
}

/** A revision: description and labels are its own, `updated...` tells who made it. */
export function flowOnWire({ flow, entry, checked, problems }: FlowRecord) {
  return {
    ...summaryOnWire(flow),
    revision: entry.revision,
    description: checked.check.draft?.description,
    labels: checked.check.draft?.labels ?? {},
    updatedAt: entry.createdAt,
    updatedBy: entry.createdBy,
    mediaType: entry.mediaType,
    definition: checked.parse()?.value,
    source: checked.text,
    warnings: problemsBySeverity(problems).warnings,
  };
}

export function revisionOnWire({ format: _format, ...entry }: RevisionEntry) {
  return entry;
}

export function convertibilityOnWire({ unsupportedTasks, ...rest }: Convertibility) {
  return { ...rest, unsupportedTasks: unsupportedTasks.map(({ taskId, type, reason }) => ({ task_id: taskId, type, reason })) };
}

export function importedOnWire({ key, ...rest }: ImportedFlow) {
  return { ...rest, namespace: key?.namespace, id: key?.id };
}
