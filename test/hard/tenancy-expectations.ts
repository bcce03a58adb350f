import type { Right } from '../../src/access/grant.ts';
import type { OperationId } from '../../src/faces/api-client/operation-types.ts';
import type { Route } from '../../src/faces/http/openapi/contract.ts';
import { flowText } from '../support/gateway.ts';
import type { CallerKind, TenantNamespace } from './support/caller-kinds.ts';

/**
 * How the namespace of an operation, and thus the rights it needs, is determined:
 * - `public`: it has none; everyone is served
 * - `known`: it has none; every known caller is served
 * - `list`: it returns only what the caller may read
 * - `path`: by its path; the rights are those in `x-rights`
 * - `execution`: by the execution in its path
 * - `document`: by the document in the body
 * - `documents`: by each document in the body; each gets its own result
 */
type TenancyScope = 'public' | 'known' | 'list' | 'path' | 'execution' | 'document' | 'documents';

export interface TenancyCase {
  readonly scope: TenancyScope;
  /** Set if neither the contract nor the scope defines them. */
  readonly rights?: readonly Right[];
  /** Set if whoever sees the execution may try: what it waits for names who may. */
  readonly isForViewers?: true;
  /** The status for a caller with the rights. */
  readonly passes: number;
  readonly flowId?: string;
  /** A flow to create before each call that may remove it. */
  readonly needsFlow?: string;
  /** Whether the call is about an execution that may be removed; it is created before each call. */
  readonly isDoomed?: true;
  /** The body for a namespace; by default a file if the operation accepts only forms. */
  readonly body?: (namespace: TenantNamespace) => string | object;
  readonly query?: string;
}

let made = 0;
const yaml = (flowId?: string) => (namespace: TenantNamespace) =>
  flowText({ namespace, id: flowId ?? `made-${++made}` });

const newToken = (namespace: TenantNamespace) => ({
  name: `made-${++made}`,
  namespaces: [namespace],
  rights: ['read'],
});

/** One case for each operation of the contract; an operation without one fails the suite. */
export const tenancyCases: Readonly<Record<OperationId, TenancyCase>> = {
  getWhoAmI: { scope: 'public', passes: 200 },
  getHealth: { scope: 'public', passes: 200 },
  getReadiness: { scope: 'public', passes: 200 },
  getContract: { scope: 'public', passes: 200 },
  getMetrics: { scope: 'public', passes: 200 },
  getDocumentation: { scope: 'public', passes: 200 },
  getFlowSchema: { scope: 'public', passes: 200 },
  getTestSchema: { scope: 'public', passes: 200 },
  downloadFile: { scope: 'public', passes: 404 },
  downloadKeptFiles: { scope: 'public', passes: 404 },
  signalByUrl: { scope: 'public', passes: 404, body: () => ({}) },
  callHook: { scope: 'public', flowId: 'hooked', passes: 401 },
  callMcp: { scope: 'known', passes: 403, body: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) },
  getSystem: { scope: 'known', passes: 200 },
  listControllers: { scope: 'known', passes: 200 },
  listTaskTypes: { scope: 'known', passes: 200 },
  getTaskType: { scope: 'known', passes: 200 },
  validateFlow: { scope: 'known', passes: 200, body: yaml('leaves') },
  outlineFlow: { scope: 'known', passes: 200, body: yaml('leaves') },
  checkConversion: { scope: 'known', passes: 200, body: yaml('leaves') },
  convertToJenkins: { scope: 'known', passes: 200, body: yaml('leaves') },
  importJenkinsfile: { scope: 'known', passes: 200, body: () => ({ source: "node { sh 'make' }" }) },
  listFlows: { scope: 'list', passes: 200, query: '?limit=500' },
  searchFlows: { scope: 'list', passes: 200, query: '?q=shell&limit=500' },
  getHome: { scope: 'list', passes: 200 },
  listNamespaces: { scope: 'list', passes: 200 },
  listLocks: { scope: 'list', passes: 200 },
  listExecutions: { scope: 'list', passes: 200, query: '?limit=500' },
  exportFlows: { scope: 'list', passes: 200 },
  getAudit: { scope: 'list', passes: 200, query: '?limit=500' },
  listTokens: { scope: 'known', passes: 200 },
  createToken: { scope: 'document', rights: ['read'], passes: 201, body: newToken },
  revokeToken: { scope: 'known', passes: 404 },
  createFlow: { scope: 'document', rights: ['write'], passes: 201, body: yaml() },
  importFlows: { scope: 'documents', rights: ['write'], passes: 200, body: yaml() },
  listNamespaceFlows: { scope: 'path', passes: 200 },
  getFlow: { scope: 'path', passes: 200 },
  updateFlow: { scope: 'path', passes: 200, flowId: 'doomed', needsFlow: 'doomed', body: yaml('doomed') },
  deleteFlow: { scope: 'path', passes: 204, flowId: 'doomed', needsFlow: 'doomed', query: '?purge=true' },
  listRevisions: { scope: 'path', passes: 200 },
  diffRevisions: { scope: 'path', passes: 200, query: '?from=1&to=1' },
  restoreRevision: { scope: 'path', passes: 200, flowId: 'doomed', needsFlow: 'doomed' },
  getInputSchema: { scope: 'path', passes: 200 },
  validateInputs: { scope: 'path', passes: 200, body: () => ({ inputs: {} }) },
  validateSubflows: { scope: 'path', passes: 200 },
  getDependencies: { scope: 'path', passes: 200 },
  getJenkinsfile: { scope: 'path', passes: 200 },
  pushFlow: { scope: 'path', passes: 200 },
  uploadFiles: { scope: 'path', passes: 201 },
  runFlow: { scope: 'path', passes: 202, body: () => ({}) },
  listRecentExecutions: { scope: 'path', passes: 200 },
  listTriggers: { scope: 'path', passes: 200, flowId: 'hooked' },
  sealSecret: { scope: 'path', passes: 200, body: () => ({ value: 'sesame-open' }) },
  makeTriggerKey: { scope: 'path', passes: 201, flowId: 'hooked' },
  revokeTriggerKey: { scope: 'path', passes: 204, flowId: 'hooked' },
  // The trigger is a webhook: only a schedule can be run.
  runTrigger: { scope: 'path', passes: 409, flowId: 'hooked' },
  backfillTrigger: {
    scope: 'path',
    passes: 409,
    flowId: 'hooked',
    body: () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
  },
  enableTrigger: { scope: 'path', passes: 200, flowId: 'hooked' },
  disableTrigger: { scope: 'path', passes: 404, flowId: 'leaves' },
  enableFlow: { scope: 'path', passes: 200 },
  disableFlow: { scope: 'path', passes: 200, flowId: 'doomed', needsFlow: 'doomed' },
  searchLogs: { scope: 'path', passes: 200, query: '?search=hello' },
  listPresets: { scope: 'path', passes: 200 },
  claimNamespace: { scope: 'path', passes: 200, body: () => ({ repository: 'web', commit: '3f2a1c' }) },
  testReceiver: { scope: 'path', passes: 404 },
  releaseNamespace: { scope: 'path', passes: 204 },
  savePreset: { scope: 'path', passes: 200, body: () => ({ inputs: {} }) },
  deletePreset: { scope: 'path', passes: 204 },
  listExecutionTasks: { scope: 'execution', rights: ['read'], passes: 200 },
  getExecution: { scope: 'execution', rights: ['read'], passes: 200 },
  getExecutionOutline: { scope: 'execution', rights: ['read'], passes: 200 },
  // The other execution is unknown.
  compareExecutions: { scope: 'execution', rights: ['read'], passes: 404, query: '?with=01JD8Z3K5V6W7X8Y9Z0A1B2C3D' },
  getOutputs: { scope: 'execution', rights: ['read'], passes: 200 },
  getLogs: { scope: 'execution', rights: ['read'], passes: 200 },
  listArtifacts: { scope: 'execution', rights: ['read'], passes: 200 },
  getArtifact: { scope: 'execution', rights: ['read'], passes: 200 },
  deleteExecution: { scope: 'execution', rights: ['write'], passes: 204, isDoomed: true },
  // Stops the execution that was just deleted, so that there is one for the next caller.
  stopExecution: { scope: 'execution', rights: ['execute'], passes: 409, isDoomed: true },
  replayExecution: { scope: 'execution', rights: ['execute'], passes: 202, body: () => ({}) },
  restartExecution: { scope: 'execution', rights: ['execute'], passes: 409, body: () => ({ from: 'unknown' }) },
  decideExecution: {
    scope: 'execution',
    isForViewers: true,
    passes: 409,
    body: () => ({ task: 'release', decision: 'APPROVE' }),
  },
  signalExecution: { scope: 'execution', rights: ['execute'], passes: 409, body: () => ({}) },
};

export interface Expectation {
  readonly status: number;
  /** The missing rights, if any. */
  readonly missing: readonly Right[];
}

/**
 * The expected answer for a caller.
 * @param route of the contract, with its `x-rights` @param areTokens whether callers are API tokens
 */
export function expectedAnswer(
  { operation }: Route,
  tenancy: TenancyCase,
  caller: CallerKind,
  namespace: TenantNamespace,
  areTokens = false,
): Expectation {
  const { scope, passes } = tenancy;
  if (scope === 'public') return { status: passes, missing: [] };
  // The tokens of the suite are for the API.
  if (operation['x-surface'] === 'mcp' && !areTokens) return { status: 401, missing: [] };
  if (caller.subject === undefined) return { status: 401, missing: [] };
  if (operation['x-surface'] === 'mcp') return { status: 403, missing: [] };
  if (areTokens && operation.security?.some((scheme) => 'apiToken' in scheme) === false)
    return { status: 403, missing: [] };
  const needed = operation['x-rights'] ?? tenancy.rights ?? [];
  const held = namespace === 'tenant-a' ? caller.rights : [];
  const missing = needed.filter((right) => !held.includes(right));
  // Without a right to see it, an execution of another namespace does not exist.
  if (scope === 'execution' && !held.includes('read') && !held.includes('execute')) return { status: 404, missing: [] };
  return { status: missing.length > 0 && scope !== 'documents' ? 403 : passes, missing };
}

/** What is wrong with the table, compared with the contract; empty if every operation is present and consistent. */
export function tableProblems(routes: readonly Route[]): readonly string[] {
  const known = new Set<string>(routes.map(({ operation }) => operation.operationId));
  const gone = Object.keys(tenancyCases).filter((operationId) => !known.has(operationId));
  return [
    ...gone.map((operationId) => `${operationId} is in the table and not in the contract`),
    ...routes.flatMap(({ path, operation }) => {
      const tenancy = tenancyCases[operation.operationId];
      if (tenancy === undefined) return [`${operation.operationId} has no tenancy expectation`];
      const isPublic = operation['x-public'] === true;
      if (isPublic !== (tenancy.scope === 'public'))
        return [`${operation.operationId} is ${tenancy.scope}, and x-public is ${isPublic}`];
      if (
        !isPublic &&
        path.includes('{namespace}') &&
        (tenancy.scope !== 'path' || operation['x-rights'] === undefined)
      )
        return [`${operation.operationId} names a namespace in its path: its rights belong into x-rights`];
      if (!isPublic && path.includes('{execution_id}') && tenancy.scope !== 'execution')
        return [`${operation.operationId} names an execution in its path`];
      if (
        ['execution', 'document', 'documents'].includes(tenancy.scope) &&
        tenancy.isForViewers !== true &&
        (operation['x-rights'] ?? tenancy.rights ?? []).length === 0
      )
        return [`${operation.operationId} needs no right`];
      return [];
    }),
  ];
}
