import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import type { State } from '../../components/state-badge.tsx';

export type AuditAction = Schema<'AuditAction'>;
export type AuditOutcome = Schema<'AuditOutcome'>;

/** What an action did, or would have done. Changes come first; the others are recorded only if they were denied. */
const actionWords: Readonly<Record<AuditAction, string>> = {
  createFlow: 'Create a flow',
  updateFlow: 'Update a flow',
  deleteFlow: 'Delete a flow',
  purgeFlow: 'Purge a flow',
  readSecret: 'Read a secret',
  enableFlow: 'Enable a flow',
  disableFlow: 'Disable a flow',
  restoreRevision: 'Restore a revision',
  importFlows: 'Import flows',
  claimNamespace: 'Claim a namespace for a repository',
  releaseNamespace: 'Release a namespace',
  runFlow: 'Run a flow',
  replayExecution: 'Replay an execution',
  restartExecution: 'Restart an execution',
  decideExecution: 'Decide an approval',
  signalExecution: 'Send a signal',
  stopExecution: 'Stop an execution',
  deleteExecution: 'Delete an execution',
  pushFlow: 'Push a job to Jenkins',
  uploadFiles: 'Upload files',
  runTrigger: 'Run a schedule now',
  backfillTrigger: 'Make up for missed ticks',
  enableTrigger: 'Enable a trigger',
  disableTrigger: 'Disable a trigger',
  savePreset: 'Save a preset',
  deletePreset: 'Delete a preset',
  makeTriggerKey: 'Create a webhook key',
  revokeTriggerKey: 'Revoke a webhook key',
  sealSecret: 'Seal a secret',
  testReceiver: 'Test a receiver of notifications',
  createToken: 'Create an API token',
  revokeToken: 'Revoke an API token',
  callHook: 'Call a webhook',
  callMcp: 'Use the tools for agents',
  getFlow: 'Read a flow',
  listFlows: 'List flows',
  listLocks: 'List locks',
  listNamespaceFlows: 'List the flows of a namespace',
  searchFlows: 'Search flows',
  listNamespaces: 'List namespaces',
  outlineFlow: 'Outline a flow',
  listPresets: 'List presets',
  exportFlows: 'Export flows',
  validateFlow: 'Validate a flow',
  listRevisions: 'List revisions',
  diffRevisions: 'Compare revisions',
  getHome: 'Read the overview',
  getInputSchema: 'Read the inputs of a flow',
  validateInputs: 'Validate inputs',
  validateSubflows: 'Validate subflows',
  getDependencies: 'Read dependencies',
  getJenkinsfile: 'Read a Jenkinsfile',
  convertToJenkins: 'Convert a flow',
  checkConversion: 'Check a conversion',
  importJenkinsfile: 'Import a Jenkinsfile',
  listTriggers: 'List triggers',
  listTokens: 'List API tokens',
  listExecutions: 'List executions',
  listRecentExecutions: 'List the latest executions of a flow',
  listExecutionTasks: 'List the tasks of an execution',
  getExecution: 'Read an execution',
  getExecutionOutline: 'Read the outline of an execution',
  compareExecutions: 'Compare executions',
  getOutputs: 'Read outputs',
  getLogs: 'Read a log',
  searchLogs: 'Search the logs of a flow',
  listArtifacts: 'List artifacts',
  getArtifact: 'Download an artifact',
  listTaskTypes: 'List task types',
  getTaskType: 'Read a task type',
  getAudit: 'Read the audit trail',
  getSystem: 'Read the system status',
  listControllers: 'List controllers',
};

export const auditActions = Object.keys(actionWords) as readonly AuditAction[]; // of that object

/** @param action an action of an earlier version has no words */
export function wordsOfAction(action: string): string {
  return action in actionWords ? actionWords[action as AuditAction] : action;
}

/** The detail of an entry, with as much of a commit as the command line shows. */
export function shortDetail(detail: string): string {
  return detail.replace(/@([0-9a-f]{12})[0-9a-f]+/, '@$1');
}

/** The word of each outcome, and the state whose shape and colour it has. */
export const outcomeStyles: Readonly<Record<AuditOutcome, { readonly word: string; readonly state: State }>> = {
  done: { word: 'Done', state: 'SUCCESS' },
  refused: { word: 'Rejected', state: 'SKIPPED' },
  denied: { word: 'Denied', state: 'WARNING' },
  failed: { word: 'Failed', state: 'FAILED' },
};

export const auditOutcomes = Object.keys(outcomeStyles) as readonly AuditOutcome[]; // of that object
