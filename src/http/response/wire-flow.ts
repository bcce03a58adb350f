import type { FlowKey } from '../../language/flow/flow-key.ts';
import { hideSecretDefaults } from '../../language/flow/hide-secret-defaults.ts';
import type { JsonValue } from '../../problem/json-value.ts';
import { problemsBySeverity, type ReportedProblem } from '../../problem/problem.ts';
import type { FlowSummary, RevisionEntry } from '../../store/revisions/flow-revision.ts';
import type { Convertibility, UnsupportedTask } from '../../services/flows/convertibility.ts';
import type { ImportedFlow } from '../../services/flows/exchange-service.ts';
import type { FlowRecord } from '../../services/flows/flow-service.ts';
import type { DependencyGraph, GraphNode } from '../../services/subflows/dependency-service.ts';

/*
 * The names that flows and what belongs to them have on the wire, as openapi.yaml declares them. Each member is named
 * here, so that what a record gains stays inside until somebody names it.
 */

export interface WireFlowSummary {
  readonly namespace: string;
  readonly id: string;
  readonly revision: number;
  readonly description: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly deleted: boolean;
  readonly deletedAt: string | undefined;
  readonly deletedBy: string | undefined;
}

export interface WireFlow extends WireFlowSummary {
  readonly mediaType: string;
  readonly definition: JsonValue | undefined;
  readonly source: string;
  readonly warnings: readonly ReportedProblem[];
}

export interface WireRevision {
  readonly revision: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly restoredFrom: number | undefined;
}

export interface WireConvertibility extends Omit<Convertibility, 'unsupportedTasks'> {
  readonly unsupportedTasks: readonly (Omit<UnsupportedTask, 'taskId'> & { readonly task_id: string })[];
}

export interface WireImportedFlow extends Omit<ImportedFlow, 'key'>, Partial<FlowKey> {}

export interface WireDependencies extends FlowKey {
  readonly calls: readonly FlowKey[];
  readonly calledBy: readonly FlowKey[];
  readonly nodes: readonly (FlowKey & { readonly exists: boolean; readonly revision: GraphNode['revision'] })[];
  readonly edges: DependencyGraph['edges'];
  readonly truncated: boolean;
}

export function summaryOnWire({
  namespace,
  id,
  revision,
  description,
  labels,
  createdAt,
  createdBy,
  updatedAt,
  updatedBy,
  deletion,
}: FlowSummary): WireFlowSummary {
  const deleted = { deleted: deletion !== undefined, deletedAt: deletion?.at, deletedBy: deletion?.by };
  return { namespace, id, revision, description, labels, createdAt, createdBy, updatedAt, updatedBy, ...deleted };
}

/**
 * A revision: description and labels are its own, `updated...` tells who made it.
 * @param definition its source as a plain value
 */
export function flowOnWire(
  { flow, entry, checked, problems }: FlowRecord,
  definition: JsonValue | undefined,
): WireFlow {
  return {
    ...summaryOnWire(flow),
    revision: entry.revision,
    description: checked.check.draft?.description,
    labels: checked.check.draft?.labels ?? {},
    updatedAt: entry.createdAt,
    updatedBy: entry.createdBy,
    mediaType: entry.mediaType,
    definition: shownDefinition(definition),
    source: checked.text,
    warnings: problemsBySeverity(problems).warnings,
  };
}

function shownDefinition(definition: JsonValue | undefined): JsonValue | undefined {
  return definition === undefined ? undefined : hideSecretDefaults(definition);
}

export function revisionOnWire({
  revision,
  createdAt,
  createdBy,
  mediaType,
  size,
  sha256,
  restoredFrom,
}: RevisionEntry): WireRevision {
  return { revision, createdAt, createdBy, mediaType, size, sha256, restoredFrom };
}

export function convertibilityOnWire({
  convertible,
  totalTasks,
  validTasks,
  unsupportedTasks,
  warnings,
}: Convertibility): WireConvertibility {
  return {
    convertible,
    totalTasks,
    validTasks,
    unsupportedTasks: unsupportedTasks.map(({ taskId, type, reason }) => ({ task_id: taskId, type, reason })),
    warnings,
  };
}

export function importedOnWire({
  document,
  key,
  outcome,
  revision,
  reason,
  errors,
  warnings,
  omittedProblems,
}: ImportedFlow): WireImportedFlow {
  return {
    document,
    namespace: key?.namespace,
    id: key?.id,
    outcome,
    revision,
    reason,
    errors,
    warnings,
    omittedProblems,
  };
}

/** @param start the flow that was asked about */
export function dependenciesOnWire(start: FlowKey, { nodes, edges, isTruncated }: DependencyGraph): WireDependencies {
  const isStart = ({ namespace, id }: FlowKey) => namespace === start.namespace && id === start.id;
  const shown = edges.map(({ from, to }) => ({ from: keyOnWire(from), to: keyOnWire(to) }));
  return {
    ...keyOnWire(start),
    calls: shown.filter(({ from }) => isStart(from)).map(({ to }) => to),
    calledBy: shown.filter(({ to }) => isStart(to)).map(({ from }) => from),
    nodes: nodes.map(({ key, revision }) => ({ ...keyOnWire(key), exists: revision !== undefined, revision })),
    edges: shown,
    truncated: isTruncated,
  };
}

function keyOnWire({ namespace, id }: FlowKey): FlowKey {
  return { namespace, id };
}
