import type { JsonObject } from '../base/text/json-value.ts';
import type { Carried } from '../language/execution-plan/segment.ts';
import type { TaskProgress } from '../language/execution-plan/task-state.ts';
import type { Claim } from './claims.ts';
import type { BuildReference, PersonDecision, WaitingFor } from './execution-phases.ts';
import { segmentNumber, type ExecutionRecord } from './execution-record.ts';
import type { FinalState } from './execution-state.ts';
import type { SegmentLeft, WaitResult } from './segments.ts';
import type { SentStop } from './sent-stop.ts';

/** What the sender of an event knew of the execution: most events fit only as long as it is true. */
export interface Premise {
  /** The number of the segment that ran or was next. */
  readonly segment: number;
  /** The version of its wait; undefined if it did not wait. */
  readonly wait: number | undefined;
  /** What Jenkins had of it. */
  readonly queueItem: number | undefined;
  readonly build: number | undefined;
}

export function premiseOf(record: ExecutionRecord): Premise {
  const { waitingFor, queueItem, build } = record;
  return { segment: segmentNumber(record), wait: waitingFor?.version, queueItem, build: build?.number };
}

/** How an execution ends. */
export interface Ending {
  readonly state: FinalState;
  readonly reason?: string | undefined;
  readonly trouble?: string | undefined;
  readonly tasks?: readonly TaskProgress[] | undefined;
  readonly outputs?: JsonObject | undefined;
  readonly artifactNames?: ExecutionRecord['artifactNames'] | undefined;
  readonly carried?: Carried | undefined;
}

interface EndOfWait {
  readonly result: WaitResult;
}

/** A task that waits ends at once: a stop came first, or it turns out that nothing can end the wait. */
interface SkippedWait {
  readonly left: SegmentLeft;
  readonly waitingFor: Omit<WaitingFor, 'version'>;
  readonly result: WaitResult;
}

/** Sealed secrets to add to those of the execution. */
interface Sealed {
  readonly secrets?: Readonly<Record<string, string>>;
}

/** What can happen to an execution once it is accepted, and what is known of it then. */
interface Events {
  /** Its controller is down, so another one runs it. */
  readonly moved: { readonly controller: string; readonly insteadOf: string; readonly claims: readonly Claim[] };
  /** A pool is smaller now than what it claims, or is gone. */
  readonly unfit: { readonly reason: string };
  /** A worker has it, and runs it as soon as there is an executor. */
  readonly taken: object;
  /** A build is requested next. It is recorded first, so that whoever continues looks for the build. */
  readonly attempted: { readonly announcesStop: boolean };
  /** Jenkins has it in its queue. */
  readonly enqueued: { readonly queueItem: number };
  readonly buildFound: { readonly build: BuildReference };
  /** The build that was requested will not run it. */
  readonly buildLost: object;
  /** It was stopped between two segments: the next one runs only final tasks. */
  readonly stoppedBetween: object;
  /** It cannot start, or need not. */
  readonly neverBegan: Ending;
  /** An executor runs it; `engine` names one that counts its attempts here. */
  readonly begun: { readonly engine?: string; readonly tasks?: readonly TaskProgress[] };
  readonly progressed: {
    readonly tasks: readonly TaskProgress[];
    readonly carried?: Carried | undefined;
    /** Null if nothing delays it any more. */
    readonly trouble?: string | null;
  };
  /** Something delays it or, without a text, no longer does. */
  readonly troubled: { readonly trouble: string | undefined };
  /** Flowgate ends its build, which makes no progress. */
  readonly abandoned: { readonly reason: string };
  readonly stopAsked: { readonly by: string };
  /** A stop is sent to its build next; the earlier value if it was not sent. */
  readonly stopSent: { readonly sentStop: SentStop | undefined };
  /** Its build has begun to stop. */
  readonly stopSeen: object;
  readonly waitBegan: { readonly left: SegmentLeft; readonly waitingFor: WaitingFor };
  /** The next segment runs without a wait. */
  readonly waitSkipped: SkippedWait & Sealed;
  /** Nothing runs after a task that would wait. */
  readonly endedAtWait: SkippedWait & Ending;
  /** One of several people has approved. */
  readonly approvedByOne: { readonly by: PersonDecision };
  /** The next segment runs. */
  readonly waitEnded: EndOfWait & Sealed;
  /** Nothing runs after its wait. */
  readonly endedInWait: EndOfWait & Ending;
  /** Its last segment has ended. */
  readonly finished: Ending;
  /** The process that ran it has died. */
  readonly interrupted: Ending;
  /** Jenkins does not have its build any more. */
  readonly buildGone: Ending;
  /** Its controller is not configured any more. */
  readonly controllerGone: Ending;
}

export type EventName = keyof Events;

export type LifeEvent<Name extends EventName = EventName> = {
  readonly [Each in Name]: { readonly name: Each; readonly at: Date } & Events[Each];
}[Name];

/** An event that fits whatever its sender knew. */
export type UnconditionalEvent = LifeEvent<'unfit' | 'stopAsked' | 'controllerGone'>;
