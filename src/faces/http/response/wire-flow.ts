import type { Convertibility } from '../../../abilities/flows/convertibility.ts';
import type { DependencyGraph } from '../../../abilities/flows/dependency-service.ts';
import type { ImportedFlow } from '../../../abilities/flows/exchange-service.ts';
import type { FlowRecord } from '../../../abilities/flows/flow-service.ts';
import type { InspectedCall } from '../../../abilities/flows/subflows/subflow-service.ts';
import type { ListedFlow } from '../../../abilities/home/flow-list-service.ts';
import { problemsBySeverity, type ReportedProblem } from '../../../base/problem/problem.ts';
import { jsonPointer } from '../../../base/text/json-pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { hideSecretDefaults } from '../../../language/flow/hide-secret-defaults.ts';
import type { OutlineNode } from '../../../language/flow/outline-flow.ts';
import type { FlowSummary, RevisionEntry } from '../../../store/revisions/flow-revision.ts';
import type { NamespaceOwner } from '../../../store/revisions/namespace-owner.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { executionBriefOnWire } from './wire-execution.ts';

/*
 * Flows as declared in openapi.yaml. Each field is listed, so that new internal fields are not exposed.
 */

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
  disabled,
  deletion,
}: FlowSummary): Schema<'FlowSummary'> {
  const deleted = { deleted: deletion !== undefined, deletedAt: deletion?.at, deletedBy: deletion?.by };
  const written = { createdAt, createdBy, updatedAt, updatedBy };
  return { namespace, id, revision, description, labels, ...written, disabled, ...deleted };
}

/** A flow in a list. */
export function listedFlowOnWire({ flow, lastExecution, nextAt }: ListedFlow): Schema<'ListedFlow'> {
  return {
    ...summaryOnWire(flow),
    lastExecution: lastExecution && executionBriefOnWire(lastExecution),
    nextAt: nextAt?.toISOString(),
    matches: flow.matches?.map(({ in: place, text }) => ({ in: place, text })),
  };
}

/**
 * A revision: description and labels come from the revision, `updated...` from its creation.
 * @param definition its parsed source
 */
export function flowOnWire(
  { flow, owner, entry, checked, problems }: FlowRecord,
  definition: JsonValue | undefined,
): Schema<'Flow'> {
  return {
    ...summaryOnWire(flow),
    revision: entry.revision,
    description: checked.check.draft?.description,
    labels: checked.check.draft?.labels ?? {},
    disabled: checked.check.draft?.disabled,
    updatedAt: entry.createdAt,
    updatedBy: entry.createdBy,
    mediaType: entry.mediaType,
    definition: shownDefinition(definition),
    source: checked.text,
    warnings: problemsBySeverity(problems).warnings,
    owner: owner && ownerOnWire(owner),
  };
}

export function ownerOnWire({
  repository,
  commit,
  commitUrl,
  url,
  claimedAt,
  claimedBy,
}: NamespaceOwner): Schema<'NamespaceOwner'> {
  return { repository, commit, commitUrl, url, claimedAt, claimedBy };
}

/** A stored flow is always an object. */
function shownDefinition(definition: JsonValue | undefined): JsonObject {
  const shown = definition === undefined ? undefined : hideSecretDefaults(definition);
  return isJsonObject(shown) ? shown : {};
}

export function revisionOnWire({
  revision,
  createdAt,
  createdBy,
  mediaType,
  size,
  sha256,
  restoredFrom,
  repository,
  commit,
  commitUrl,
}: RevisionEntry): Schema<'RevisionEntry'> {
  const origin = { restoredFrom, repository, commit, commitUrl };
  return { revision, createdAt, createdBy, mediaType, size, sha256, ...origin };
}

export function convertibilityOnWire({
  convertible,
  totalTasks,
  validTasks,
  unsupportedTasks,
  warnings,
}: Convertibility): Schema<'Convertibility'> {
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
}: ImportedFlow): Schema<'ImportReport'>['flows'][number] {
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

/**
 * A subflow call as declared in openapi.yaml. For a hidden flow, only the name is included, which is part of the call.
 * @param errors the errors of the calling flow
 */
export function callOnWire(
  { taskId, called, isHidden, revision, path }: InspectedCall,
  errors: readonly ReportedProblem[],
): Schema<'SubflowValidation'>['subflows'][number] {
  const call = { task_id: taskId, namespace: called.namespace, flow_id: called.id };
  if (isHidden) return { ...call, hidden: true };
  const place = jsonPointer(path);
  const isValid = !errors.some((problem) => problem.path === place || problem.path.startsWith(`${place}/`));
  return { ...call, revision, exists: revision !== undefined, valid: isValid };
}

/** @param start the requested flow */
export function dependenciesOnWire(
  start: FlowKey,
  { nodes, edges, isTruncated }: DependencyGraph,
): Schema<'Dependencies'> {
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

function keyOnWire({ namespace, id }: FlowKey): Schema<'FlowKey'> {
  return { namespace, id };
}

/** The most tasks that one outline lists. */
const maxNodes = 2000;

export function outlineOnWire(nodes: readonly OutlineNode[]): Schema<'Outline'> {
  return { nodes: nodes.slice(0, maxNodes).map(nodeOnWire), truncated: nodes.length > maxNodes ? true : undefined };
}

function nodeOnWire(node: OutlineNode): Schema<'OutlineNode'> {
  const { path, task, section, parent, body, control, condition, isDisabled, calls, range } = node;
  return {
    path,
    id: task.id,
    type: task.type === '' ? undefined : task.type,
    kind: kindOf(node),
    control,
    section,
    parent,
    body,
    description: task.description,
    condition,
    allowFailure: task.allowFailure,
    disabled: isDisabled,
    flow: calls && keyOnWire(calls),
    line: range?.line,
    endLine: range?.endLine,
  };
}

function kindOf({ task, calls }: OutlineNode): Schema<'OutlineNode'>['kind'] {
  if (calls !== undefined) return 'call';
  return task.control === undefined ? 'task' : 'block';
}
