import type { JenkinsGateway, QueueWaits } from '../../engine/jenkins/jenkins-gateway.ts';
import { buildReference, type PushedJobs } from '../record/pushed-jobs.ts';
import type { ExecutionEnder } from '../execution-ender.ts';
import { stopReason, type ExecutionRecord } from '../record/execution-record.ts';
import { pendingStates } from '../record/execution-state.ts';
import type { ChangedFields, ExecutionStore } from '../record/execution-store.ts';

export interface QueueFollowerDeps {
  readonly store: ExecutionStore;
  readonly gateway: JenkinsGateway;
  readonly jobs: PushedJobs;
  readonly ender: ExecutionEnder;
  readonly now: () => Date;
  /** Has a build looked for, and asked for when there is none. */
  readonly triggerAgain: (record: ExecutionRecord) => Promise<void>;
}

/** Follows executions through Jenkins' queue, until they have a build or an end. */
export class QueueFollower {
  readonly #deps: QueueFollowerDeps;
  /** The id after which queue items are asked for next. */
  #turn = '';
  /** What waited when the queue was read before; everything does so for a moment, which is no news. */
  #waited: ReadonlySet<number> = new Set();

  constructor(deps: QueueFollowerDeps) {
    this.#deps = deps;
  }

  /**
   * What waits is known from `waits`; of the others a few are asked for, and the next look asks for the ones behind them.
   * @returns how many calls of Jenkins it took, `calls` at most beside those that cancel
   */
  async look(records: readonly ExecutionRecord[], waits: QueueWaits, calls: number): Promise<number> {
    const gone: ExecutionRecord[] = [];
    for (const record of records) {
      const why = waits.items.get(record.queueItem ?? 0);
      if (why === undefined || record.stop !== undefined) gone.push(record);
      else if (this.#waited.has(record.queueItem ?? 0)) await this.#noteTrouble(record, why);
    }
    this.#waited = new Set(waits.items.keys());
    const inTurn = [...gone.filter(({ id }) => id > this.#turn), ...gone.filter(({ id }) => id <= this.#turn)].slice(
      0,
      calls,
    );
    for (const record of inTurn) {
      this.#turn = record.id;
      await this.#follow(record, record.queueItem ?? 0);
    }
    return inTurn.length;
  }

  async #follow(record: ExecutionRecord, number: number): Promise<void> {
    const { gateway, jobs, ender } = this.#deps;
    if (record.stop !== undefined) await gateway.cancelQueueItem(number);
    const item = await gateway.queueItem(number);
    switch (item?.state) {
      case 'waiting':
        await this.#noteTrouble(record, item.why);
        break;
      case 'started':
        await this.#note(record, { build: await buildReference(jobs, record.flow, item.number), trouble: null });
        break;
      case 'cancelled': {
        const reason = record.stop === undefined ? "Cancelled in Jenkins' queue." : stopReason(record.stop);
        await ender.end(record.id, { state: 'KILLED', from: pendingStates, fields: { reason } });
        break;
      }
      case undefined:
        // Jenkins has forgotten it, which says nothing about the build; whoever triggers looks for that first.
        await this.#deps.triggerAgain(record);
    }
  }

  async #noteTrouble(record: ExecutionRecord, why: string): Promise<void> {
    const trouble = waitingText(why);
    if (record.trouble !== trouble) await this.#note(record, { trouble });
  }

  async #note({ id }: ExecutionRecord, fields: ChangedFields): Promise<void> {
    await this.#deps.store.change(id, { from: pendingStates, at: this.#deps.now(), fields });
  }
}

/** @param why Jenkins' own sentence */
export function waitingText(why: string): string {
  return `Waits in Jenkins' queue: ${why.replace(/\.$/, '')}.`;
}
