import { firstFailedTask, inOrder } from '../language/execution-plan/task-state.ts';
import type { EventName, LifeEvent, Premise } from './events.ts';
import type { PhaseName } from './execution-phases.ts';
import {
  inPhase,
  segmentNumber,
  type ChangedFields,
  type ExecutionFields,
  type ExecutionRecord,
  type StateChange,
} from './execution-record.ts';
import type { ExecutionState } from './execution-state.ts';
import {
  transitions,
  type Effect,
  type EventRules,
  type Guard,
  type Transition,
  type Transitions,
} from './transitions.ts';

/** What follows from an event: the store applies it, if the record is still the one from which it was decided. */
export interface Step {
  readonly from: PhaseName;
  /** The permits decide between `queued` and `held`. */
  readonly to: PhaseName | 'queued or held';
  readonly state: ExecutionState;
  readonly fields: ChangedFields;
  /** With the new state, if it changes. */
  readonly history: readonly StateChange[];
  readonly effects: readonly Effect[];
  /** It is not applied from this time on, by the clock of the store. */
  readonly before?: Date | undefined;
}

/** Why nothing follows from an event: it has no place in this phase, or lacks what it requires. */
export interface Dropped {
  readonly dropped: PhaseName | Guard;
}

/**
 * What follows from an event.
 * @param premise what its sender knew
 * @param table other transitions, for the tests of the tests
 */
export function decide(
  record: ExecutionRecord,
  event: LifeEvent,
  premise: Premise,
  table: Transitions = transitions,
): Step | Dropped {
  const { phase: from } = record;
  const { guards, in: phases } = table.events[event.name] as EventRules<EventName>; // the rules of this event
  const transition = phases[from] as Transition<EventName> | undefined; // for a record in this phase
  if (transition === undefined) return { dropped: from };
  const missing = guards.find((guard) => !meets[guard](record, event, premise));
  if (missing !== undefined) return { dropped: missing };
  const { to, state: next, change, effects } = transition;
  const state = (typeof next === 'function' ? next(event) : next) ?? record.state;
  const at = latest(record, event.at);
  const history = state === record.state ? record.history : [...record.history, { state, at }];
  const fields = withConsequences(record, change?.(record, event) ?? {}, at);
  const step = { from, to, state, fields, history };
  const after = recordAfter(record, step);
  const isOther = to !== from;
  return {
    ...step,
    effects: [
      ...(history.length > record.history.length ? [{ kind: 'note', number: history.length, state } as const] : []),
      ...(isOther ? (table.leaving[from] ?? []) : []),
      ...(effects?.(after, event) ?? []),
      ...(isOther && to !== 'queued or held' ? (table.entering[to]?.(after) ?? []) : []),
    ],
    ...(guards.includes('in time') && mustBeInTime(event) && { before: endOf(record) }),
  };
}

/** The record once a step was applied. */
export function recordAfter(
  record: ExecutionRecord,
  { to, state, fields, history }: Pick<Step, 'to' | 'state' | 'fields' | 'history'>,
  isHeld = false,
): ExecutionRecord {
  const phase = to === 'queued or held' ? (isHeld ? 'held' : 'queued') : to;
  const after: Record<string, unknown> = { ...record, phase, state, history };
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && name !== 'carried') after[name] = value ?? undefined;
  return inPhase(after as unknown as ExecutionFields); // with changed fields of the same types
}

/** What every change of these fields brings with it. */
function withConsequences(record: ExecutionRecord, fields: ChangedFields, at: string): ChangedFields {
  const { trouble, tasks } = fields;
  const since = trouble === null ? null : trouble === record.trouble ? record.troubleSince : at;
  return {
    ...fields,
    ...(trouble !== undefined && { troubleSince: since }),
    ...(tasks && { tasks: inOrder(tasks), failedTask: firstFailedTask(tasks) ?? null }),
  };
}

/** The clock of a gateway, or of Jenkins, can be slower than the one before it. */
function latest({ history }: ExecutionRecord, at: Date): string {
  const [time, last = ''] = [at.toISOString(), history.at(-1)?.at];
  return time < last ? last : time;
}

const meets: Readonly<Record<Guard, (record: ExecutionRecord, event: LifeEvent, premise: Premise) => boolean>> = {
  current: (record, _, { segment, wait }) => segment === segmentNumber(record) && wait === record.waitingFor?.version,
  'same build': (record, _, { queueItem, build }) => queueItem === record.queueItem && build === record.build?.number,
  'in time': (record, event) => !mustBeInTime(event) || !(event.at.getTime() >= (endOf(record)?.getTime() ?? Infinity)),
  stopped: ({ stop }) => stop !== undefined,
  'not stopped': ({ stop }) => stop === undefined,
  untouched: isUntouched,
};

/** Whether nothing was asked of its controller. */
export function isUntouched(record: ExecutionRecord): boolean {
  const { attempts, queueItem, build, restartOf } = record;
  const isKnown = attempts > 0 || queueItem !== undefined || build !== undefined;
  return !isKnown && segmentNumber(record) === 1 && restartOf === undefined;
}

/** Whether it must come before the wait ends by itself: what people and other systems send. */
function mustBeInTime(event: LifeEvent): boolean {
  return event.name === 'approvedByOne' || ('result' in event && event.result.by !== undefined);
}

function endOf({ waitingFor }: ExecutionRecord): Date | undefined {
  return waitingFor?.until === undefined ? undefined : new Date(waitingFor.until);
}
