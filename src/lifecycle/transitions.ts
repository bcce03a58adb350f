import { waitsForAnswer } from '../language/flow/wait.ts';
import type { Claim } from './claims.ts';
import type { Ending, EventName, LifeEvent } from './events.ts';
import type { PhaseName, WaitingFor } from './execution-phases.ts';
import type { ChangedFields, ExecutionIn, ExecutionRecord } from './execution-record.ts';
import type { ExecutionState } from './execution-state.ts';
import { afterSegment, afterWait } from './segments.ts';

/** What a step does besides writing the record. All but `queue` are part of the same atomic step of the store. */
export type Effect =
  /** Replaces its claims of one controller by those of another one; it is held until it gets them. */
  | { readonly kind: 'claim'; readonly claims: readonly Claim[] }
  | { readonly kind: 'give back'; readonly except: 'nothing' | 'slot' | 'slot and locks' }
  /** Takes the permits that it gave back for a wait; it is held until it gets them. */
  | { readonly kind: 'take again' }
  /** The time at which its wait is looked at; undefined for never. */
  | { readonly kind: 'wake'; readonly at: Date | undefined }
  /** Forgets which executions it has started. */
  | { readonly kind: 'forget children' }
  | { readonly kind: 'add secrets'; readonly sealed: Readonly<Record<string, string>> }
  | { readonly kind: 'delete secrets' }
  | { readonly kind: 'tell parent' }
  /** Receivers of notifications learn of a place in its history, from 1. */
  | { readonly kind: 'note'; readonly number: number; readonly state: ExecutionState | 'WAITING' }
  /** Counts it among what ended on a day, and among the failures and recoveries of its flow. */
  | { readonly kind: 'count end'; readonly number: number; readonly at: string }
  /** Of the executions of its trigger that ended before anything ran, only the newest stay. */
  | { readonly kind: 'trim unstarted' }
  /** No restart can keep the approvals that it has kept. */
  | { readonly kind: 'spend approvals' }
  /** A worker looks at it, unless it is held. This follows the step; if it is lost, a round does it. */
  | { readonly kind: 'queue' };

/** What an event requires besides a phase. */
export type Guard =
  /** It is of the segment, or the wait, that its sender knew. */
  | 'current'
  /** Jenkins has the same of it as its sender knew. */
  | 'same build'
  /** What a person or another system sends comes before the wait ends by itself. */
  | 'in time'
  | 'not stopped'
  | 'stopped'
  /** Nothing was asked of its controller. */
  | 'untouched';

export interface Transition<Name extends EventName, Phase extends PhaseName = PhaseName> {
  /** The permits decide between `queued` and `held`. */
  readonly to: PhaseName | 'queued or held';
  /** By default it does not change. */
  readonly state?: ExecutionState | ((event: LifeEvent<Name>) => ExecutionState);
  readonly change?: (record: ExecutionIn<Phase>, event: LifeEvent<Name>) => ChangedFields;
  /** @param after the record as the step leaves it */
  readonly effects?: (after: ExecutionRecord, event: LifeEvent<Name>) => readonly Effect[];
}

export interface EventRules<Name extends EventName> {
  readonly guards: readonly Guard[];
  /** In the other phases, the event is dropped. */
  readonly in: { readonly [Phase in PhaseName]?: Transition<Name, Phase> };
}

export interface Transitions {
  /** For each event: what it requires, and for each phase what follows from it. */
  readonly events: { readonly [Name in EventName]: EventRules<Name> };
  /** What happens whenever a phase begins, whatever the event. */
  readonly entering: { readonly [Phase in PhaseName]?: (after: ExecutionRecord) => readonly Effect[] };
  /** What happens whenever a phase is over. */
  readonly leaving: { readonly [Phase in PhaseName]?: readonly Effect[] };
}

const requested = { to: 'queued', state: 'QUEUED' } as const;

const events: Transitions['events'] = {
  moved: {
    guards: ['untouched', 'not stopped'],
    in: all(['held', 'queued'], {
      to: 'queued or held',
      change: (_, { controller, insteadOf }) => ({ controller, insteadOf, trouble: null }),
      effects: (_, { claims }) => [{ kind: 'claim', claims }, { kind: 'queue' }],
    }),
  },
  unfit: { guards: [], in: { held: ends(({ reason }) => ({ state: 'FAILED', reason })) } },
  taken: { guards: [], in: { queued: requested } },
  attempted: {
    guards: ['current'],
    in: {
      queued: {
        to: 'queued',
        change: ({ attempts }, { announcesStop }) => ({ attempts: attempts + 1, announcesStop }),
      },
    },
  },
  enqueued: {
    guards: ['current'],
    in: { queued: { ...requested, change: (_, { queueItem }) => ({ queueItem, trouble: null }) } },
  },
  buildFound: {
    guards: ['current'],
    in: { queued: { ...requested, change: (_, { build }) => ({ build, trouble: null }) } },
  },
  buildLost: {
    guards: ['current', 'same build'],
    in: stays(['queued'], {
      change: () => ({ queueItem: null, build: null, sentStop: null, stoppingAt: null }),
      effects: () => [{ kind: 'queue' }],
    }),
  },
  stoppedBetween: {
    guards: ['current', 'stopped'],
    in: {
      queued: {
        to: 'queued',
        change: ({ segment }) => (segment === undefined ? {} : { segment: { ...segment, ended: { state: 'KILLED' } } }),
      },
    },
  },
  neverBegan: { guards: ['current', 'same build'], in: all(['held', 'queued'], ends()) },
  begun: {
    guards: ['current'],
    in: {
      queued: {
        to: 'running',
        state: 'RUNNING',
        change: ({ attempts }, { engine, tasks }) => ({
          tasks,
          trouble: null,
          ...(engine !== undefined && { engine, attempts: attempts + 1 }),
        }),
      },
    },
  },
  progressed: {
    guards: ['current'],
    in: { running: { to: 'running', change: (_, { tasks, carried, trouble }) => ({ tasks, carried, trouble }) } },
  },
  troubled: {
    guards: ['current'],
    in: stays(['held', 'queued', 'running', 'waiting'], {
      change: (_, { trouble }) => ({ trouble: trouble ?? null }),
    }),
  },
  abandoned: {
    guards: ['current', 'same build'],
    in: stays(['queued', 'running'], {
      change: (_, { reason, at }) => ({ abandoned: { reason, at: at.toISOString() } }),
    }),
  },
  stopAsked: {
    guards: ['not stopped'],
    in: {
      // A worker ends it, or lets its final tasks run.
      ...stays(['held', 'queued'], { change: stop, effects: () => [{ kind: 'queue' }] }),
      ...stays(['running'], { change: stop }),
      // It is due at once: whoever asks ends the wait, or a round does.
      ...stays(['waiting'], { change: stop, effects: () => [{ kind: 'wake', at: new Date(0) }] }),
    },
  },
  stopSent: {
    guards: ['current', 'same build'],
    in: stays(['queued', 'running'], { change: (_, { sentStop }) => ({ sentStop: sentStop ?? null }) }),
  },
  stopSeen: {
    guards: ['current', 'same build'],
    in: stays(['queued', 'running'], {
      change: (_, { at }) => ({ stoppingAt: at.toISOString(), trouble: null }),
    }),
  },
  waitBegan: {
    guards: ['current', 'not stopped'],
    in: {
      running: {
        to: 'waiting',
        change: (record, { left, waitingFor }) => ({ ...afterSegment(record, left), waitingFor }),
        effects: ({ history }, { waitingFor }) => [
          { kind: 'wake', at: wakeTime(waitingFor) },
          { kind: 'give back', except: waitingFor.holdsLocks === true ? 'slot and locks' : 'slot' },
          ...(waitsForAnswer(waitingFor) ? [{ kind: 'note', number: history.length, state: 'WAITING' } as const] : []),
        ],
      },
    },
  },
  waitSkipped: {
    guards: ['current'],
    in: {
      running: { to: 'queued', state: 'QUEUED', change: skipped, effects: goesOn },
    },
  },
  endedAtWait: {
    guards: ['current'],
    in: { running: ends<'endedAtWait', 'running'>((end) => end, skipped) },
  },
  approvedByOne: {
    guards: ['current', 'in time'],
    in: {
      waiting: {
        to: 'waiting',
        change: ({ waitingFor }, { by }) => ({
          waitingFor: {
            ...waitingFor,
            approvals: [...(waitingFor.approvals ?? []), by],
            version: waitingFor.version + 1,
          },
        }),
      },
    },
  },
  waitEnded: {
    guards: ['current', 'in time'],
    in: {
      waiting: {
        to: 'queued or held',
        state: 'QUEUED',
        change: waited,
        effects: (_, event) => [{ kind: 'take again' }, ...goesOn(_, event)],
      },
    },
  },
  endedInWait: {
    guards: ['current', 'in time'],
    in: { waiting: ends<'endedInWait', 'waiting'>((end) => end, waited) },
  },
  finished: { guards: ['current'], in: { running: ends() } },
  interrupted: { guards: ['current'], in: { running: ends() } },
  buildGone: { guards: ['current', 'same build'], in: all(['queued', 'running'], ends()) },
  controllerGone: { guards: [], in: all(['held', 'queued', 'running', 'waiting'], ends()) },
};

const entering: Transitions['entering'] = {
  ended: (after) => [
    { kind: 'give back', except: 'nothing' },
    { kind: 'count end', number: after.history.length, at: after.history.at(-1)?.at ?? '' },
    ...(after.trigger !== undefined && !hasStarted(after) ? [{ kind: 'trim unstarted' } as const] : []),
    ...(isSuccess(after.state) && after.keptApprovals !== undefined ? [{ kind: 'spend approvals' } as const] : []),
    ...(after.parent === undefined ? [] : [{ kind: 'tell parent' } as const]),
    { kind: 'delete secrets' },
  ],
};

const leaving: Transitions['leaving'] = {
  waiting: [{ kind: 'wake', at: undefined }, { kind: 'forget children' }],
};

export const transitions: Transitions = { events, entering, leaving };

function all<Name extends EventName>(phases: readonly PhaseName[], transition: Transition<Name>) {
  return Object.fromEntries(phases.map((phase) => [phase, transition])) as EventRules<Name>['in'];
}

function stays<Name extends EventName>(phases: readonly PhaseName[], rest: Omit<Transition<Name>, 'to' | 'state'>) {
  return Object.fromEntries(phases.map((phase) => [phase, { ...rest, to: phase }])) as EventRules<Name>['in'];
}

/** @param endingOf how an event ends the execution; by default, the event says it */
function ends<Name extends EventName, Phase extends PhaseName>(
  endingOf: (event: LifeEvent<Name>) => Ending = (event) => event as unknown as Ending,
  change: (record: ExecutionIn<Phase>, event: LifeEvent<Name>) => ChangedFields = () => ({}),
): Transition<Name, Phase> {
  return {
    to: 'ended',
    state: (event) => endingOf(event).state,
    change: (record, event) => {
      const { reason, trouble, tasks, outputs, artifactNames, carried } = endingOf(event);
      const given = { tasks, outputs, artifactNames, carried };
      return { ...given, ...change(record, event), waitingFor: null, trouble: trouble ?? null, reason: reason ?? null };
    },
  };
}

function stop(_: ExecutionRecord, { by, at }: LifeEvent<'stopAsked'>): ChangedFields {
  return { stop: { by, at: at.toISOString() } };
}

function waited(record: ExecutionIn<'waiting'>, { result, at }: LifeEvent<'waitEnded' | 'endedInWait'>): ChangedFields {
  return afterWait(record, record.waitingFor, result, at);
}

function skipped(
  record: ExecutionRecord,
  { left, waitingFor, result, at }: LifeEvent<'waitSkipped' | 'endedAtWait'>,
): ChangedFields {
  const next = afterSegment(record, left);
  return { ...next, ...afterWait({ ...record, ...next }, waitingFor, result, at) };
}

function goesOn(_: ExecutionRecord, { secrets }: LifeEvent<'waitSkipped' | 'waitEnded'>): readonly Effect[] {
  return [...(secrets === undefined ? [] : [{ kind: 'add secrets', sealed: secrets } as const]), { kind: 'queue' }];
}

/** The executions for which it waits are started at once. */
function wakeTime({ kind, until }: WaitingFor): Date | undefined {
  if (kind === 'executions') return new Date(0);
  return until === undefined ? undefined : new Date(until);
}

/** Whether it had a build, or ran on a gateway. */
function hasStarted({ build, engine, earlierBuilds }: ExecutionRecord): boolean {
  return [build, engine, earlierBuilds].some((trace) => trace !== undefined);
}

function isSuccess(state: ExecutionState): boolean {
  return state === 'SUCCESS' || state === 'WARNING';
}
