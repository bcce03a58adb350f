import { JenkinsError } from '../jenkins/jenkins-error.ts';
import type { BuildKey } from '../jenkins/jenkins-gateway.ts';
import type { BuildEnd } from './build-state.ts';
import type { ExecutionEnder } from './execution-end.ts';
import type { ExecutionFinisher } from './execution-finisher.ts';
import type { ExecutionRecord } from './execution-record.ts';
import { openStates } from './execution-state.ts';
import type { ExecutionStore } from './execution-store.ts';

export interface FinishingCollaborators {
  readonly store: ExecutionStore;
  readonly ender: ExecutionEnder;
  readonly finisher: ExecutionFinisher;
  readonly now: () => Date;
  readonly report: (error: unknown, executionId: string) => void;
}

const mostAtOnce = 4;
// A build whose leavings cannot be taken in ends without them.
const longestFinish = 10 * 60 * 1000;

/** Takes in builds that have ended, a few at once and beside everything else: a long log holds up nothing. */
export class FinishingBuilds {
  readonly #with: FinishingCollaborators;
  readonly #atWork = new Map<string, Promise<void>>();
  /** When the end of a build was seen first. */
  readonly #endSeen = new Map<string, number>();

  constructor(collaborators: FinishingCollaborators) {
    this.#with = collaborators;
  }

  /** Forgets all executions but these. */
  keep(open: readonly { readonly id: string }[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#endSeen.keys()) if (!ids.has(id)) this.#endSeen.delete(id);
  }

  /** Does nothing for a build that is being taken in, or while there are enough others. */
  take(record: ExecutionRecord, build: BuildKey, end: BuildEnd): void {
    const { id } = record;
    if (this.#atWork.has(id) || this.#atWork.size >= mostAtOnce) return;
    const seen = this.#endSeen.get(id) ?? this.#with.now().getTime();
    this.#endSeen.set(id, seen);
    const work = this.#with.finisher.finish(record, build).catch((error: unknown) => this.#giveUp(record, end, seen, error));
    this.#atWork.set(id, work.catch((error: unknown) => this.#with.report(error, id)).finally(() => this.#atWork.delete(id)));
  }

  /** Waits for what is being taken in. */
  async settle(): Promise<void> {
    await Promise.all(this.#atWork.values());
  }

  /** Not at once: until then the record tells what is wrong. */
  async #giveUp({ id, trouble }: ExecutionRecord, { state, tasks, reason }: BuildEnd, seen: number, error: unknown): Promise<void> {
    const { store, ender, now, report } = this.#with;
    if (!(error instanceof JenkinsError)) report(error, id);
    const text = `The log and the outputs cannot be taken in: ${error instanceof JenkinsError ? error.message : 'a fault in Flowgate; its log has the details.'}`;
    if (now().getTime() - seen >= longestFinish) await ender.end(id, { state, fields: { tasks, reason, trouble: text } });
    else if (trouble !== text) await store.change(id, { from: openStates, at: now(), fields: { trouble: text } });
  }
}
