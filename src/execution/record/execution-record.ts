import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { TaskProgress } from '../../jenkinsfile/build-description.ts';
import type { StopForce } from '../../engine/jenkins/jenkins-gateway.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { ExecutionState } from './execution-state.ts';

/**
 * One run that was asked of Flowgate, or a build that was started by hand and adopted (docs/reference/executions.md).
 */
export interface ExecutionRecord extends AcceptedExecution, ExecutionProgress {}

/** What is fixed once the execution is accepted. */
export interface AcceptedExecution {
  readonly id: string;
  readonly flow: FlowKey;
  /** Absent when the build of an adopted execution does not tell which script it ran. */
  readonly revision?: number;
  /** The revisions of the flows that are inlined. */
  readonly subflows: readonly SubflowRevision[];
  /** The `sub` of the user; `schedule:<id>` or `webhook:<id>` of a trigger; `jenkins:<user>` for a build started by hand. */
  readonly actor: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The value of each input that has one, defaults filled in; a SECRET is `****`, a FILE its FileDescription. */
  readonly inputs: JsonObject;
  /** The inputs whose values are files; nobody else can write a description into the value of one of them. */
  readonly files?: readonly string[];
  /** The SECRET and FILE inputs whose values are their defaults. */
  readonly defaulted?: readonly string[];
  /** What the checks that did not hold have to say. */
  readonly messages: readonly CheckMessage[];
  /** The execution that this one repeats. */
  readonly replayOf?: string;
  /** The trigger of the flow that asked for it. */
  readonly trigger?: TriggerOrigin;
}

/** Which of a flow's triggers started an execution. */
export interface TriggerOrigin {
  readonly id: string;
  readonly type: 'schedule' | 'webhook';
}

export interface SubflowRevision extends FlowKey {
  readonly revision: number;
}

export interface CheckMessage {
  readonly message: string;
  readonly style: 'ERROR' | 'WARNING' | 'INFO' | 'SUCCESS';
}

/** What changes while the execution goes on. */
export interface ExecutionProgress {
  readonly state: ExecutionState;
  /** Every state with the time of its beginning, the first one first. */
  readonly history: readonly StateChange[];
  /** Why the execution failed, or was ended. */
  readonly reason?: string;
  /** What holds it up at the moment. */
  readonly trouble?: string;
  /** Since when, ISO 8601 in UTC; the store keeps it. */
  readonly troubleSince?: string;
  /** Whether it waits for another execution of its flow to end (the flow's `concurrency`). */
  readonly waiting: boolean;
  /** How often a build was asked for. */
  readonly attempts: number;
  /** The number of Jenkins' queue item. */
  readonly queueItem?: number;
  readonly build?: BuildReference;
  /** In the order of their starts. */
  readonly tasks: readonly TaskProgress[];
  /** Typed as declared. */
  readonly outputs?: JsonObject;
  /** Who asked for it to be stopped, and when. */
  readonly stop?: { readonly by: string; readonly at: string };
  /** Why Flowgate itself ends the build. */
  readonly abandoned?: { readonly reason: string; readonly at: string };
  /** Whether its build tells when it has seen a stop; undefined where nobody knows its script. */
  readonly announcesStop?: boolean;
  /** What was sent to its build to stop it, written down before it is sent. */
  readonly pressed?: StopPress;
  /** When Flowgate saw that the build has begun to stop, ISO 8601; its final tasks run from then on. */
  readonly stoppingAt?: string;
}

/** The latest of the calls that stop a build. Times are ISO 8601 in UTC. */
export interface StopPress {
  readonly force: StopForce;
  /** When this force was sent first. */
  readonly since: string;
  readonly at: string;
  /** How often this force was sent. */
  readonly times: number;
}

export interface StateChange {
  readonly state: ExecutionState;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

export interface BuildReference {
  readonly number: number;
  readonly url: string;
}

/** Why an execution has ended that somebody has stopped. */
export function stopReason({ by }: NonNullable<ExecutionProgress['stop']>): string {
  return `Stopped by ${by}.`;
}

/** A time of Jenkins' clock, which may differ from ours, such that the times of a record neither go backwards nor lie ahead. */
export function recordTime({ history }: Pick<ExecutionRecord, 'history'>, time: Date, now: Date): Date {
  const earliest = Date.parse(history.at(-1)?.at ?? '');
  return new Date(Math.min(Math.max(time.getTime(), earliest), now.getTime()));
}
