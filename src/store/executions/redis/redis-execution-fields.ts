import { readJson, writeJson } from '../../../base/text/exact-json.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import type { SegmentStart } from '../../../language/execution-plan/segment.ts';
import type { TaskProgress } from '../../../language/execution-plan/task-state.ts';
import type { Claim } from '../../../lifecycle/claims.ts';
import {
  phaseOf,
  type BuildReference,
  type ChildCounts,
  type WaitingFor,
} from '../../../lifecycle/execution-phases.ts';
import {
  inPhase,
  type AcceptedExecution,
  type ChangedFields,
  type EndedWait,
  type ExecutionFields,
  type ExecutionRecord,
  type StateChange,
} from '../../../lifecycle/execution-record.ts';
import { isUnsuccessful, type ExecutionState } from '../../../lifecycle/execution-state.ts';
import type { SentStop } from '../../../lifecycle/sent-stop.ts';
import type { Effect } from '../../../lifecycle/transitions.ts';
import type { ExecutionBrief } from '../record/execution-brief.ts';
import type { ExecutionCreation } from '../record/execution-store.ts';

/** The fields of an execution's hash that make up its record, in the order in which they are read. */
export const recordFields = [
  'accepted',
  'version',
  'state',
  'history',
  'reason',
  'trouble',
  'troubleSince',
  'waiting',
  'readyAt',
  'engine',
  'attempts',
  'queueItem',
  'build',
  'stop',
  'abandoned',
  'announcesStop',
  'pressed',
  'stoppingAt',
  'outputs',
  'artifactNames',
  'segment',
  'earlierLogBytes',
  'earlierBuilds',
  'waitingFor',
  'endedWaits',
  'formFiles',
  'keptApprovals',
  'secretDigests',
  'earlierTasks',
  'tasks',
  'number',
  'failedTask',
  'childrenTotal',
  'childrenOpen',
  'childrenSucceeded',
  'childrenFailed',
  'childrenRetrying',
  'childrenRetryAt',
  'controller',
  'insteadOf',
] as const;
/** Fields that are stored under another name than the property has in the record. */
const storedNames: Readonly<Record<string, RecordField>> = { sentStop: 'pressed' };
export type RecordField = (typeof recordFields)[number];
/** The fields that are written at creation. */
export const createdFields = [
  'state',
  'history',
  'reason',
  'waiting',
  'build',
  'number',
] as const satisfies readonly RecordField[];
/** The fields of a record in a list. */
export const summaryFields = recordFields.filter((field) => field !== 'tasks' && field !== 'earlierTasks');
/** The field of the hash that is read on its own, because it can have 1 MB. */
export const carriedField = 'carried';

/** What the hash tells of an execution: every field, which can be undefined. Archived ones have two more. */
type Progress = {
  readonly [
    Field in Exclude<keyof ExecutionFields, keyof AcceptedExecution | 'archivedAt' | 'isUnsigned'>
  ]-?: undefined extends ExecutionFields[Field] ? ExecutionFields[Field] | undefined : ExecutionFields[Field];
};

/** @param value returns a field of the hash */
function readProgress(value: (field: RecordField) => string | null | undefined): Progress {
  const [number, queueItem] = [value('number'), value('queueItem')];
  const state = value('state') as ExecutionState; // the scripts write nothing else
  const waitingFor = parsedIf<WaitingFor>(value('waitingFor'));
  return {
    phase: phaseOf(state, { isHeld: value('waiting') === '1', waits: waitingFor !== undefined }),
    state,
    version: Number(value('version') ?? 0),
    number: number ? Number(number) : undefined,
    history: readHistory(value('history') ?? ''),
    reason: value('reason') || undefined,
    failedTask: value('failedTask') || undefined,
    trouble: value('trouble') || undefined,
    troubleSince: value('troubleSince') || undefined,
    readyAt: timeOf(value('readyAt')),
    engine: value('engine') || undefined,
    controller: value('controller') || undefined,
    insteadOf: value('insteadOf') || undefined,
    attempts: Number(value('attempts') ?? 0),
    queueItem: queueItem ? Number(queueItem) : undefined,
    build: parsedIf<BuildReference>(value('build')),
    tasks: parsedIf<TaskProgress[]>(value('tasks')) ?? [],
    outputs: parsedIf<JsonObject>(value('outputs')),
    artifactNames: parsedIf<Record<string, string>>(value('artifactNames')),
    stop: parsedIf<NonNullable<ExecutionRecord['stop']>>(value('stop')),
    abandoned: parsedIf<NonNullable<ExecutionRecord['abandoned']>>(value('abandoned')),
    announcesStop: parsedIf<boolean>(value('announcesStop')),
    sentStop: parsedIf<SentStop>(value('pressed')),
    stoppingAt: value('stoppingAt') || undefined,
    segment: parsedIf<SegmentStart>(value('segment')),
    earlierLogBytes: parsedIf<number>(value('earlierLogBytes')),
    earlierBuilds: parsedIf<BuildReference[]>(value('earlierBuilds')),
    waitingFor,
    endedWaits: parsedIf<EndedWait[]>(value('endedWaits')),
    formFiles: parsedIf<NonNullable<ExecutionRecord['formFiles']>>(value('formFiles')),
    keptApprovals: parsedIf<Record<string, string>>(value('keptApprovals')),
    secretDigests: parsedIf<Record<string, string>>(value('secretDigests')),
    earlierTasks: parsedIf<TaskProgress[]>(value('earlierTasks')),
    children: readChildren(value),
  };
}

/** Undefined until the number of children is known. */
function readChildren(value: (field: RecordField) => string | null | undefined): ChildCounts | undefined {
  const total = value('childrenTotal');
  if (!total) return undefined;
  const count = (field: RecordField) => Number(value(field) ?? 0);
  const retryAt = count('childrenRetryAt');
  return {
    total: Number(total),
    open: count('childrenOpen'),
    succeeded: count('childrenSucceeded'),
    failed: count('childrenFailed'),
    ...(retryAt > 0 && { retrying: count('childrenRetrying'), retryAt: new Date(retryAt).toISOString() }),
  };
}

/** @param values of `fields`, in their order @returns undefined if the execution does not exist */
export function readFields(
  values: readonly (string | null)[],
  fields: readonly RecordField[] = recordFields,
): ExecutionRecord | undefined {
  const value = (field: RecordField) => values[fields.indexOf(field)];
  const accepted = value('accepted');
  return accepted ? inPhase({ ...parsed<AcceptedExecution>(accepted), ...readProgress(value) }) : undefined;
}

/** @param values of `createdFields`, in their order */
export function readCreated(
  accepted: AcceptedExecution,
  [stored, history, reason, waiting, build, number]: readonly (string | null)[],
  begin: ExecutionCreation['begin'] = {},
): ExecutionRecord {
  const state = stored as ExecutionState; // the scripts write nothing else
  const { carried: _carried, ...known } = begin;
  return inPhase({
    ...accepted,
    ...(known as Partial<ExecutionFields>), // nothing in it is null
    version: 0,
    number: number ? Number(number) : undefined,
    phase: phaseOf(state, { isHeld: waiting === '1', waits: false }),
    state,
    history: readHistory(history ?? ''),
    reason: reason || undefined,
    attempts: 0,
    build: parsedIf<BuildReference>(build),
    tasks: [],
  });
}

/** Of an execution with a number: the namespaces of the flows that it calls, unless there are none. */
export const calledNamespacesField = 'calledNamespaces';
export const briefFields = [
  'state',
  'history',
  'waitingFor',
  'number',
  'reason',
  'failedTask',
  calledNamespacesField,
  'namespace',
  'flowId',
] as const;

/** @param values of `briefFields`, in their order @returns undefined if the execution does not exist */
export function readBrief(
  id: string,
  [stored, history, waitingFor, number, reason, failedTask, calledNamespaces, ...flow]: readonly (string | null)[],
): ExecutionBrief | undefined {
  if (!stored) return undefined;
  const state = stored as ExecutionState; // the scripts write nothing else
  const [namespace, flowId] = flow;
  return {
    id,
    flow: { namespace: namespace ?? '', id: flowId ?? '' },
    number: number ? Number(number) : undefined,
    state,
    history: readHistory(history ?? ''),
    waitingFor: parsedIf<WaitingFor>(waitingFor),
    ...(isUnsuccessful(state) && {
      failure: {
        reason: reason || undefined,
        failedTask: failedTask || undefined,
        calledNamespaces: number ? (parsedIf<string[]>(calledNamespaces) ?? []) : undefined,
      },
    }),
  };
}

/** Alternating fields and values, as the scripts expect them; an empty value removes the field. */
export function writtenFields(fields: ChangedFields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const field = storedNames[name] ?? name;
    if (value === undefined) return [];
    if (value === null) return [field, ''];
    return [field, typeof value === 'object' ? writeJson(value) : String(value)];
  });
}

/** As `readHistory` reads it. */
export function historyText(history: readonly StateChange[]): string {
  return history.map(({ state, at }) => `${state} ${at}`).join('\n');
}

/** As the script that applies a step reads them; what follows the step is not for it. */
export function effectsText(effects: readonly Effect[]): string {
  const given = effects.flatMap((effect): readonly unknown[] => {
    if (effect.kind === 'queue') return [];
    if (effect.kind === 'claim') return [{ ...effect, claims: claimRows(effect.claims) }];
    return [effect.kind === 'wake' ? { ...effect, at: effect.at && String(effect.at.getTime()) } : effect];
  });
  return JSON.stringify(given);
}

export function readHistory(text: string): StateChange[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [state, at = ''] = line.split(' ');
      return { state: state as ExecutionState, at }; // the scripts write nothing else
    });
}

/** A time of a script, which is in milliseconds. */
export function timeOf(milliseconds: string | null | undefined): string | undefined {
  return milliseconds ? new Date(Number(milliseconds)).toISOString() : undefined;
}

/** Parses what the store itself has written. */
function parsed<Value>(text: string): Value {
  return readJson(text) as Value;
}

function parsedIf<Value>(text: string | null | undefined): Value | undefined {
  return text ? parsed<Value>(text) : undefined;
}

/** As the scripts read claims. */
export function claimsText(claims: readonly Claim[]): string {
  return JSON.stringify(claimRows(claims));
}

function claimRows(claims: readonly Claim[]): readonly unknown[] {
  return claims.map(({ pool, permits, size }) => [pool, permits, size]);
}
