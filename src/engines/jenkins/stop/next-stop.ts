import { lastTasksSeconds } from '../../../language/execution-plan/run-limits.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { StopForce } from '../client/jenkins-gateway.ts';

/** A way to stop a build, for a limited time; milliseconds. */
interface Step {
  readonly force: StopForce;
  readonly lasts: number;
  /** The interval after which it is sent again. */
  readonly every: number;
}

const second = 1_000;
const minute = 60 * second;

/** Until the build has seen the stop: Jenkins loses a stop that arrives when a step ends. */
const unseen: readonly Step[] = [
  { force: 'stop', lasts: 15 * second, every: second },
  { force: 'term', lasts: 45 * second, every: 15 * second },
  { force: 'kill', lasts: Infinity, every: minute },
];
/** The same for a stop that was requested in Jenkins, where users can send `term` and `kill` themselves. */
const unseenInJenkins: readonly Step[] = unseen.slice(0, 1);
/** Final tasks have their own time limit; a minute more for a build that is slow to notice. */
export const finalTasksTimeout = lastTasksSeconds * second + minute;
/** After the final tasks should have ended. */
const overdue: readonly Step[] = [
  { force: 'term', lasts: minute, every: Infinity },
  { force: 'kill', lasts: Infinity, every: minute },
];
/**
 * For a build that never reports a stop: after the first stop its final tasks may be running, which a second one would
 * abort.
 */
const withoutReport: readonly Step[] = [{ force: 'stop', lasts: finalTasksTimeout, every: Infinity }, ...overdue];

export type StopProgress = Pick<ExecutionRecord, 'stop' | 'abandoned' | 'announcesStop' | 'sentStop' | 'stoppingAt'>;

/** What to send to a build that must stop and has not ended; undefined for nothing now. */
export function nextStop(
  { stop, abandoned, announcesStop = false, sentStop, stoppingAt }: StopProgress,
  now: Date,
): StopForce | undefined {
  if (stoppingAt !== undefined) {
    const due = Date.parse(stoppingAt) + finalTasksTimeout;
    if (now.getTime() < due) return undefined;
    return nextStep(overdue, sentStop !== undefined && Date.parse(sentStop.at) >= due ? sentStop : undefined, now);
  }
  if (!announcesStop) return nextStep(withoutReport, sentStop, now);
  return nextStep(stop === undefined && abandoned === undefined ? unseenInJenkins : unseen, sentStop, now);
}

function nextStep(steps: readonly Step[], sentStop: StopProgress['sentStop'], now: Date): StopForce | undefined {
  const current = steps.findIndex(({ force }) => force === sentStop?.force);
  const step = steps[current];
  if (sentStop === undefined || step === undefined) return steps[0]?.force;
  const since = (time: string): number => now.getTime() - Date.parse(time);
  if (since(sentStop.since) >= step.lasts) return steps[current + 1]?.force;
  return since(sentStop.at) >= step.every ? step.force : undefined;
}
