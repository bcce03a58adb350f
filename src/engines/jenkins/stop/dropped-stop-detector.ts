import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { BuildState } from '../client/jenkins-gateway.ts';
import type { BuildDescription } from '../jenkinsfile/build-description.ts';

/** A build that was stopped in Jenkins, and when that was first seen. */
interface Observation {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How many of its tasks had started. */
  readonly tasks: number;
}

// A pipeline that saw the stop reports it immediately; REST shows it a moment later.
const detectionMilliseconds = 2_000;

/** Detects builds that were stopped in Jenkins but continue because Jenkins lost the stop. */
export class DroppedStopDetector {
  readonly #now: () => Date;
  readonly #seen = new Map<string, Observation>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Forgets all other executions. */
  keep(open: readonly { readonly id: string }[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id);
  }

  /** Whether Jenkins lost the stop of a build; this can only be detected for a build that announces stops. */
  isDropped(
    { id, announcesStop, sentStop }: Pick<ExecutionRecord, 'id' | 'announcesStop' | 'sentStop'>,
    { abortedBy }: BuildState,
    description: BuildDescription,
  ): boolean {
    if (
      announcesStop !== true ||
      abortedBy === undefined ||
      description.decision !== 'accepted' ||
      description.stoppingAt !== undefined
    )
      return false;
    if (sentStop !== undefined) return true;
    const now = this.#now().getTime();
    const first = this.#seen.get(id) ?? { at: now, tasks: description.tasks.length };
    this.#seen.set(id, first);
    return now - first.at >= detectionMilliseconds && description.tasks.length > first.tasks;
  }
}
