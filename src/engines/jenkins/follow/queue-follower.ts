import { withoutFullStop } from '../../../base/problem/describe-value.ts';
import { segmentName, segmentNumber, stopReason, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { buildReference } from '../../../store/executions/redis/redis-pushed-jobs.ts';
import type { QueueWaits } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';

type Deps = Pick<JenkinsParts, 'life' | 'gateway' | 'jobs'> & {
  /** Makes a worker look for the build of an execution, and trigger one if none is found. */
  readonly startAgain: (record: ExecutionRecord) => Promise<void>;
};

/** Follows executions through Jenkins' queue until they have a build or have ended. */
export class QueueFollower {
  readonly #deps: Deps;
  /** The ID after which the next queue items are read. */
  #turn = '';
  /** What was waiting in the last read; every item waits for a moment, which is not worth reporting. */
  #waited: ReadonlySet<number> = new Set();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Executions that wait are known from `waits`; of the others, a few are read per round, and the next round continues
   * after them.
   * @returns the number of Jenkins calls, at most `calls` besides those that cancel
   */
  async poll(records: readonly ExecutionRecord[], waits: QueueWaits, calls: number): Promise<number> {
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
    const { gateway, jobs, life } = this.#deps;
    const own = { of: segmentName(record) };
    let item = await gateway.queueItem(number, own);
    if (item?.state === 'waiting' && record.stop !== undefined && record.segment?.ended?.state !== 'KILLED') {
      await gateway.cancelQueueItem(number);
      item = await gateway.queueItem(number, own);
    }
    switch (item?.state) {
      case 'waiting':
        await this.#noteTrouble(record, item.why);
        break;
      case 'started':
        await life.send(record, { name: 'buildFound', build: await buildReference(jobs, record.flow, item.number) });
        break;
      case 'cancelled': {
        if (record.stop !== undefined && segmentNumber(record) > 1) return this.#deps.startAgain(record); // for the final tasks
        const reason = record.stop === undefined ? "Cancelled in Jenkins' queue." : stopReason(record.stop);
        await life.send(record, { name: 'neverBegan', state: 'KILLED', reason });
        break;
      }
      case undefined:
        // Jenkins has forgotten the item, which does not mean that there is no build; the worker looks for one first.
        await this.#deps.startAgain(record);
    }
  }

  async #noteTrouble(record: ExecutionRecord, why: string): Promise<void> {
    const trouble = waitingText(why);
    if (record.trouble !== trouble) await this.#deps.life.send(record, { name: 'troubled', trouble });
  }
}

/** @param why the reason as Jenkins words it */
export function waitingText(why: string): string {
  return `In Jenkins' queue: ${withoutFullStop(why)}.`;
}
