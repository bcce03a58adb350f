import type { ExecutionEnder } from '../../../execution/execution-ender.ts';
import type { ExecutionRecord } from '../../../execution/record/execution-record.ts';
import { openStates } from '../../../execution/record/execution-state.ts';
import type { ExecutionStore } from '../../../execution/record/execution-store.ts';
import type { BuildEnd } from '../builds/build-outcome.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { BuildKey } from '../client/jenkins-gateway.ts';
import type { ExecutionFinisher } from './execution-finisher.ts';

export interface FinishingDeps {
  readonly store: ExecutionStore;
  readonly ender: ExecutionEnder;
  readonly finisher: ExecutionFinisher;
  readonly now: () => Date;
  readonly report: (error: unknown, executionId: string) => void;
}

const maxAtOnce = 4;
// After this long, an execution ends without its log and outputs.
const maxFinish = 10 * 60 * 1000;

/**
 * Collects the results of ended builds, one after the other and apart from other work; a long log delays few others.
 */
export class FinishingBuilds {
  readonly #deps: FinishingDeps;
  /** Waiting and running work. */
  readonly #known = new Set<string>();
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #lanes = new Set<Promise<void>>();
  #busyLanes = 0;
  /** When the end of a build was first seen. */
  readonly #endSeen = new Map<string, number>();

  constructor(deps: FinishingDeps) {
    this.#deps = deps;
  }

  /** Forgets all other executions. */
  keep(open: readonly { readonly id: string }[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#endSeen.keys()) if (!ids.has(id)) this.#endSeen.delete(id);
  }

  /** Does nothing for a build that is already waiting. */
  take(record: ExecutionRecord, build: BuildKey, end: BuildEnd): void {
    if (this.#known.has(record.id)) return;
    this.#known.add(record.id);
    this.#waiting.push(() => this.#finish(record, build, end));
    if (this.#busyLanes >= maxAtOnce) return;
    this.#busyLanes += 1;
    const lane = this.#workOff();
    this.#lanes.add(lane);
    void lane.finally(() => this.#lanes.delete(lane));
  }

  /** Waits for the work in progress, and leaves the rest to the next process. */
  async settle(): Promise<void> {
    this.#waiting.length = 0;
    this.#known.clear();
    await Promise.all(this.#lanes);
  }

  async #workOff(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await next();
    // In the same tick in which the queue became empty: builds that arrive now start a new lane.
    this.#busyLanes -= 1;
  }

  async #finish(record: ExecutionRecord, build: BuildKey, end: BuildEnd): Promise<void> {
    const { id } = record;
    const { finisher, now, report } = this.#deps;
    const seen = this.#endSeen.get(id) ?? now().getTime();
    this.#endSeen.set(id, seen);
    try {
      await finisher.finish(record, build).catch((error: unknown) => this.#giveUp(record, end, seen, error));
    } catch (error) {
      report(error, id);
    } finally {
      this.#known.delete(id);
    }
  }

  /** Only after a while: until then the record shows the trouble. */
  async #giveUp(
    { id, trouble }: ExecutionRecord,
    { state, tasks, reason }: BuildEnd,
    seen: number,
    error: unknown,
  ): Promise<void> {
    const { store, ender, now, report } = this.#deps;
    if (!(error instanceof JenkinsError)) report(error, id);
    const text = `The log and the outputs could not be collected: ${error instanceof JenkinsError ? error.message : 'internal error; see the log of Flowgate.'}`;
    if (now().getTime() - seen >= maxFinish) await ender.end(id, { state, fields: { tasks, reason, trouble: text } });
    else if (trouble !== text) await store.change(id, { from: openStates, at: now(), fields: { trouble: text } });
  }
}
