import { withoutFullStop } from '../../../base/problem/describe-value.ts';
import { endedTasks, failedTasks, type TaskProgress } from '../../../language/execution-plan/task-state.ts';
import { segmentName, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { FinalState } from '../../../lifecycle/execution-state.ts';
import type { BuildState } from '../client/jenkins-gateway.ts';
import { readBuildDescription, type BuildDescription } from '../jenkinsfile/build-description.ts';

/** How a build ended; the result can still change until its log is complete. */
export interface BuildEnd {
  readonly state: FinalState;
  readonly endedAt: Date;
  readonly tasks: readonly TaskProgress[];
  readonly reason?: string;
  /** The task at which the execution waits, and since when; it is still RUNNING. */
  readonly waits?: BuildDescription['waits'];
  /** Whether it has left what a restart needs. */
  readonly isKept?: boolean;
}

/** The state of a build as it affects its execution. */
export type BuildOutcome =
  /** It has not decided yet whether to run. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly tasks: readonly TaskProgress[] }
  | ({ readonly kind: 'ended' } & BuildEnd)
  /** It does not count: after `wrong revision` the flow is started again; for a `duplicate` another build exists. */
  | { readonly kind: 'unwanted'; readonly why: 'wrong revision' | 'duplicate' };

export function buildOutcome(build: BuildState): BuildOutcome {
  const { decision = 'undecided', tasks = [], waits, keptAt } = readBuildDescription(build.description) ?? {};
  if (decision === 'wrong revision' || decision === 'duplicate') return { kind: 'unwanted', why: decision };
  if (build.building || build.result === undefined)
    return decision === 'undecided' ? { kind: 'starting' } : { kind: 'running', tasks };
  // Something in Jenkins ended it before it could decide.
  if (build.result === 'NOT_BUILT' && decision === 'undecided') return { kind: 'unwanted', why: 'wrong revision' };
  const endedAt = new Date(build.startedAt + (build.duration ?? 0));
  // After the note, a stop can only end what is left of the build: the execution waits.
  if (waits !== undefined && build.result !== 'FAILURE')
    return { kind: 'ended', state: finalStates[build.result], endedAt, tasks, waits };
  const ended = endedTasks(tasks, endedAt);
  return {
    kind: 'ended',
    state: finalStates[build.result],
    endedAt,
    tasks: ended,
    reason: reasonOf(build.result, ended, build.abortedBy),
    ...(keptAt !== undefined && { isKept: true }),
  };
}

// A build is in that state for less than a second. If it does start later, it gives way to the other one.
const maxUnborn = 60_000;

/**
 * Whether a build never starts, although Jenkins shows it as running: Jenkins has crashed between creating it and
 * starting its pipeline.
 */
export function neverStarts({ building, inProgress, startedAt, description }: BuildState, now: Date): boolean {
  return building && !inProgress && description === '' && now.getTime() - startedAt > maxUnborn;
}

/** Whether a build may belong to the segment of an execution: its description names this one or none. */
export function mayCarry({ description }: BuildState, record: Pick<ExecutionRecord, 'id' | 'segment'>): boolean {
  const carried = readBuildDescription(description)?.executionId;
  return carried === undefined || carried === segmentName(record);
}

const finalStates = {
  SUCCESS: 'SUCCESS',
  UNSTABLE: 'WARNING',
  FAILURE: 'FAILED',
  ABORTED: 'KILLED',
  NOT_BUILT: 'KILLED',
} as const;

function reasonOf(
  result: keyof typeof finalStates,
  tasks: readonly TaskProgress[],
  abortedBy: string | undefined,
): string | undefined {
  const failed = failedTasks(tasks);
  switch (result) {
    case 'SUCCESS':
      return undefined;
    case 'UNSTABLE':
      return toleratedReason(tasks);
    case 'ABORTED':
    case 'NOT_BUILT':
      return abortedBy === undefined ? 'The build was aborted.' : `${withoutFullStop(abortedBy)} in Jenkins.`;
    case 'FAILURE':
      return failed === undefined
        ? 'The build failed outside its tasks. See the log for the reason.'
        : `${failed} failed.`;
  }
}

/** Why an execution ends with a warning. */
export function toleratedReason(tasks: readonly TaskProgress[]): string {
  const failed = failedTasks(tasks);
  return failed === undefined
    ? 'Jenkins marked the build as unstable.'
    : `${failed} failed, which allow_failure permits.`;
}

/**
 * Why a build failed, as reported by the pipeline itself: Jenkins writes the error that ended the build after the end
 * of the pipeline, where no script can print any more.
 */
export class ClosingError {
  #tail = '';

  /** Reads the next chunk of the log. */
  push(text: string): void {
    this.#tail = (this.#tail + text).slice(-maxClosingLength);
  }

  /** The error in one line; undefined if the log does not end with an error, but may say more. */
  get message(): string | undefined {
    if (!this.#tail.split('\n').some((line) => !aroundPipeline.test(line))) return unbegunReason;
    const closing = this.#tail.slice(this.#tail.lastIndexOf(lastStep));
    const error = /^.*\n(?:Also:.*\n)*(?:ERROR: )?(.*\S)\n(?:.*\n)*Finished: FAILURE\n?$/.exec(closing)?.[1];
    return error?.startsWith(takenWorkspace) === true ? takenWorkspaceReason : error;
  }
}

const lastStep = '[Pipeline] End of Pipeline';
/** The lines of a log without a pipeline. */
const aroundPipeline = /^(?:Started by .*|Finished: .*)?$/;
const unbegunReason =
  'Jenkins ended the build before its pipeline began, without a reason in its log: it may have crashed at that moment. No task ran; run the flow again.';
const takenWorkspace = 'java.io.IOException: JENKINS-37121:';
const takenWorkspaceReason =
  'After its restart, Jenkins could not continue the build, because something else had taken its workspace (JENKINS-37121).';

// Some errors include a stack trace.
const maxClosingLength = 64 * 1024;
