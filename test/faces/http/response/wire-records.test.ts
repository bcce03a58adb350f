import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FlowRecord } from '../../../../src/abilities/flows/flow-service.ts';
import type { VisibleExecution } from '../../../../src/abilities/records/visible-execution.ts';
import { packageRoot } from '../../../../src/base/config/package-root.ts';
import { loadContract, resolveReference, type Contract } from '../../../../src/faces/http/openapi/contract.ts';
import { auditEntryOnWire } from '../../../../src/faces/http/response/wire-audit.ts';
import {
  executionBriefOnWire,
  executionOnWire,
  executionSummaryOnWire,
} from '../../../../src/faces/http/response/wire-execution.ts';
import {
  callOnWire,
  convertibilityOnWire,
  dependenciesOnWire,
  flowOnWire,
  importedOnWire,
  listedFlowOnWire,
  ownerOnWire,
  revisionOnWire,
  summaryOnWire,
} from '../../../../src/faces/http/response/wire-flow.ts';
import { uploadOnWire, violationOnWire } from '../../../../src/faces/http/response/wire-inputs.ts';
import { triggerOnWire } from '../../../../src/faces/http/response/wire-trigger.ts';
import type { ExecutionFields } from '../../../../src/lifecycle/execution-record.ts';
import type { AuditEntry } from '../../../../src/store/audit/audit-trail.ts';
import type { RevisionEntry } from '../../../../src/store/revisions/flow-revision.ts';
import type { NamespaceOwner } from '../../../../src/store/revisions/namespace-owner.ts';

const contract = loadContract(join(packageRoot(), 'openapi.yaml'));

interface Schema {
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** The properties of a schema, including those of its parts. */
function propertiesOf(schema: Schema, of: Contract): Readonly<Record<string, Schema>> {
  const { allOf = [], properties = {} } = resolveReference<Schema>(schema, of);
  return Object.assign({ ...properties }, ...allOf.map((part) => propertiesOf(part, of))) as Readonly<
    Record<string, Schema>
  >; // of such objects
}

/** All paths in a value that the schema does not declare, and that are therefore exposed by accident. */
function undeclared(value: unknown, schema: Schema, path = ''): readonly string[] {
  const resolved = resolveReference<Schema>(schema, contract);
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => undeclared(item, resolved.items ?? {}, `${path}[]`));
  const properties = propertiesOf(resolved, contract);
  if (typeof value !== 'object' || value === null || Object.keys(properties).length === 0) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    properties[key] === undefined ? [`${path}/${key}`] : undeclared(item, properties[key], `${path}/${key}`),
  );
}

const schema = (name: string) => resolveReference<Schema>({ $ref: `#/components/schemas/${name}` }, contract);
const keysOf = (name: string) => Object.keys(propertiesOf(schema(name), contract)).toSorted();
const itemOf = (name: string, property: string) => propertiesOf(schema(name), contract)[property]?.items ?? {};

/** Adds an internal field to each object in the value, as a record could gain one. */
function withMore<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => withMore(item)) as Value; // the same kind of list
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const members = Object.entries(value).map(([key, item]) => [
    key,
    key === 'labels' || key === 'inputs' || key === 'outputs' ? item : withMore(item),
  ]);
  return { ...Object.fromEntries(members), internal: 'not for the wire' } as Value; // and a member more
}

const time = '2026-01-02T03:04:05.678Z';
const flow = { namespace: 'examples', id: 'hello' };

/** Has every field: a new field must be added here, and must not appear in the responses below. */
const everything: Required<ExecutionFields & Pick<VisibleExecution, 'isPartial' | 'mayDecide'>> = {
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  flow,
  version: 12,
  number: 128,
  failedTask: 'build',
  revision: 1,
  subflows: [{ ...flow, revision: 2 }],
  calls: ['build'],
  actor: 'ada',
  via: 'mcp',
  labels: { team: 'greeters' },
  inputs: { who: 'World' },
  files: ['who'],
  defaulted: ['who'],
  messages: [{ message: 'Careful', style: 'WARNING' }],
  notices: [{ inputId: 'who', message: 'It is short' }],
  replayOf: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
  restartOf: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
  restartFrom: 'greet',
  parent: { execution: '01ARZ3NDEKTSV4RRFFQ69G5FAW', flow, task: 'greet', item: 'eu', depth: 1 },
  children: { total: 4, open: 1, succeeded: 1, failed: 0, retrying: 1, retryAt: time },
  starters: ['bob'],
  controller: 'eu',
  insteadOf: 'lab',
  segment: { number: 2, from: 'greet', ended: { state: 'SUCCESS' }, elapsed: 1, hasWarning: false },
  earlierTasks: [{ path: 'greet', state: 'KEPT', startedAt: time }],
  earlierLogBytes: 1,
  formFiles: {},
  keptApprovals: { greet: '01ARZ3NDEKTSV4RRFFQ69G5FAW' },
  secretDigests: { token: 'digest' },
  earlierBuilds: [{ number: 1, url: 'http://jenkins/1' }],
  waitingFor: {
    kind: 'approval',
    task: 'greet',
    since: time,
    until: time,
    message: 'Greet?',
    approvers: { users: ['carol'], groups: ['release'], count: 2, notStarter: true },
    inputs: [{ id: 'note', type: 'STRING' }],
    schema: { type: 'object' },
    approvals: [{ by: 'carol', at: time, token: 'token:ci' }],
    signal: 'greeted',
    version: 1,
  },
  endedWaits: [
    {
      kind: 'approval',
      task: 'greet',
      since: time,
      at: time,
      message: 'Greet?',
      signal: 'greeted',
      decision: 'APPROVE',
      by: [{ by: 'carol', at: time, token: 'token:ci' }],
      values: { note: 'Good' },
    },
  ],
  mayDecide: true,
  trigger: { id: 'nightly', type: 'schedule' },
  locks: [{ name: 'db', permits: 2 }],
  priority: 70,
  readyAt: time,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  phase: 'ended',
  state: 'FAILED',
  history: [
    { state: 'RUNNING', at: time },
    { state: 'FAILED', at: time },
  ],
  reason: 'It failed.',
  trouble: 'It waits.',
  troubleSince: time,
  engine: 'local',
  attempts: 1,
  queueItem: 7,
  abandoned: { reason: 'It stood still.', at: time },
  announcesStop: true,
  sentStop: { force: 'stop', since: time, at: time, times: 1 },
  stoppingAt: time,
  archivedAt: time,
  isUnsigned: true,
  build: { number: 1, url: 'http://jenkins/1' },
  tasks: [
    {
      path: 'greet',
      state: 'FAILED',
      startedAt: time,
      endedAt: time,
      reason: 'Task greet failed',
      attempts: [{ number: 2, state: 'FAILED', startedAt: time, endedAt: time, reason: 'Task greet failed' }],
      items: { total: 3, succeeded: 1, failed: 1 },
    },
  ],
  outputs: { size: 1 },
  artifactNames: { digest: '****.txt' },
  stop: { by: 'ada', at: time },
  isPartial: false,
};
const execution = everything as unknown as VisibleExecution; // no phase has all of them
const entry: Required<RevisionEntry> = {
  revision: 2,
  createdAt: time,
  createdBy: 'ada',
  mediaType: 'text/yaml',
  format: 'yaml',
  size: 1,
  sha256: 'x',
  restoredFrom: 1,
  repository: 'web',
  commit: '3f2a1c',
  commitUrl: 'https://git.example/web/commit/3f2a1c',
};
const owner: Required<NamespaceOwner> = {
  repository: 'web',
  commit: '3f2a1c',
  commitUrl: 'https://git.example/web/commit/3f2a1c',
  url: 'https://git.example/web',
  claimedAt: time,
  claimedBy: 'ada',
};
const summary = {
  ...flow,
  revision: 2,
  description: 'Greets.',
  labels: {},
  createdAt: time,
  createdBy: 'ada',
  updatedAt: time,
  updatedBy: 'ada',
  disabled: false,
  schedules: [{ triggerId: 'nightly', cron: '@daily', timezone: 'UTC' }],
  deletion: { at: time, by: 'ada' },
};
const audited: Required<AuditEntry> = {
  id: '1-0',
  at: time,
  actor: 'ada',
  tokenId: 'x',
  tokenName: 'x',
  action: 'runFlow',
  outcome: 'done',
  status: 202,
  code: 'forbidden',
  namespace: 'examples',
  flowId: 'hello',
  revision: 1,
  executionId: 'x',
  triggerId: 'x',
  detail: 'release: APPROVE',
  via: 'mcp',
  requestId: 'x',
  address: '::1',
};
const record: FlowRecord = {
  flow: summary,
  owner,
  entry,
  source: { bytes: Buffer.from('{}'), mediaType: 'text/yaml', format: 'yaml' },
  checked: { digest: '', text: '{}', check: { problems: [] }, value: async () => undefined, locate: async () => [] },
  problems: [],
};
const upload = {
  inputId: 'file',
  reference: 'file:x',
  filename: 'x',
  size: 1,
  sha256: 'x',
  expiresAt: time,
  actor: 'ada',
  namespace: 'examples',
};
const graph = { nodes: [{ key: flow, revision: 1 }], edges: [{ from: flow, to: flow }], isTruncated: false };
const webhook = {
  trigger: { id: 'pushed', type: 'webhook', disabled: false, inputs: {}, conditions: [] },
  key: { createdAt: time, createdBy: 'ada' },
  pending: 0,
  inputs: {},
  latest: [],
  secrets: [{ inputId: 'token', state: 'sealed' }],
} as const;
const schedule = {
  trigger: { id: 'nightly', type: 'schedule', disabled: false, inputs: {}, conditions: [], cron: '@daily' },
  timezone: 'UTC',
  next: [new Date(time), new Date(time)],
  pending: 0,
  inputs: {},
  latest: [],
  secrets: [{ inputId: 'token', state: 'sealed' }],
  skipped: { at: new Date(time), reason: 'Busy.' },
} as const;

it.each([
  ['Execution', executionOnWire(withMore(execution), 'source')],
  [
    'Flow',
    flowOnWire({ ...withMore({ ...record, source: undefined }), source: record.source, checked: record.checked }, {}),
  ],
  ['FlowSummary', summaryOnWire(withMore(summary))],
  [
    'ListedFlow',
    listedFlowOnWire(withMore({ flow: summary, lastExecution: execution, nextAt: new Date('2026-01-02T03:00:00Z') })),
  ],
  ['ExecutionBrief', executionBriefOnWire(withMore(execution))],
  ['RevisionEntry', revisionOnWire(withMore(entry))],
  ['NamespaceOwner', ownerOnWire(withMore(owner))],
  ['AuditEntry', auditEntryOnWire(withMore(audited))],
  ['Upload', uploadOnWire(withMore(upload))],
  ['Trigger', { ...triggerOnWire(withMore(webhook), '/hooks/a/b/c'), ...triggerOnWire(withMore(schedule), '') }],
  [
    'Convertibility',
    convertibilityOnWire(
      withMore({
        convertible: true,
        totalTasks: 1,
        validTasks: 1,
        unsupportedTasks: [{ taskId: 'x', type: 'x', reason: 'x' }],
        warnings: [],
      }),
    ),
  ],
  ['Dependencies', dependenciesOnWire(withMore(flow), withMore(graph))],
])('%s has exactly the fields that the contract declares', (name, wire) => {
  expect(Object.keys(wire).toSorted()).toEqual(keysOf(name));
  expect(undeclared(wire, schema(name))).toEqual([]);
});

it.each([
  [
    'an input violation',
    violationOnWire(withMore({ inputId: 'x', message: 'x', providedValue: 1 })),
    itemOf('InputValidation', 'errors'),
  ],
  [
    'a call',
    callOnWire(withMore({ taskId: 'x', called: flow, isHidden: false, revision: 1, path: ['tasks', 0] }), []),
    itemOf('SubflowValidation', 'subflows'),
  ],
  [
    'a hidden call',
    callOnWire(withMore({ taskId: 'x', called: flow, isHidden: true, revision: 1, path: ['tasks', 0] }), []),
    itemOf('SubflowValidation', 'subflows'),
  ],
  [
    'an imported flow',
    importedOnWire(
      withMore({
        document: 1,
        key: flow,
        outcome: 'created' as const,
        revision: 1,
        reason: 'x',
        errors: [],
        warnings: [],
      }),
    ),
    itemOf('ImportReport', 'flows'),
  ],
])('%s has no undeclared field', (_name, wire, item) => {
  expect(undeclared(wire, item)).toEqual([]);
});

it('an execution in a list lacks only the fields of a single execution', () => {
  expect(Object.keys(executionSummaryOnWire(execution)).toSorted()).toEqual(
    keysOf('Execution').filter((key) => key !== 'tasks' && key !== 'source'),
  );
});
