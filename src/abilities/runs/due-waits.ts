import { isStoreFailure } from '../../base/problem/app-error.ts';
import { startTrouble } from '../../engines/pending-execution.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { ExecutionLife, ExecutionObserver } from '../../store/executions/execution-life.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { WaitService } from '../waits/wait-service.ts';
import type { ChildExecutions } from './children/child-executions.ts';

/** How many waits are looked at before the next ones are looked for. */
const batchSize = 100;
/** Milliseconds until a wait is looked at again with which one could not go on. */
const pause = 2_000;

/** Does what is to be done for executions that wait: at once where it becomes known, and otherwise in a round. */
export class DueWaits implements ExecutionObserver {
  readonly #deps;
  readonly #stopping = new Map<string, Promise<void>>();

  constructor(deps: {
    readonly store: Pick<RedisExecutionStore, 'read' | 'dueWaits' | 'postponeWait' | 'time'>;
    readonly life: Pick<ExecutionLife, 'send'>;
    readonly waits: Pick<WaitService, 'stop' | 'endIfOver'>;
    readonly childExecutions: Pick<ChildExecutions, 'advance'>;
    readonly report: (error: unknown, what: string) => void;
  }) {
    this.#deps = deps;
  }

  isDue(record: ExecutionRecord): void {
    this.#soon(record.id, this.#attend(record));
  }

  /** A child has ended: its parent goes on. */
  ended({ parent }: ExecutionRecord): void {
    if (parent !== undefined) this.#soon(parent.execution, this.#deps.childExecutions.advance(parent.execution));
  }

  /** Ends the wait of an execution that is to stop; one that waits for others stops them first. @throws {AppError} store-unavailable */
  stop(record: ExecutionRecord): Promise<void> {
    return this.#patiently(record.id, this.#attend(record));
  }

  /** Ends the waits that are over, and those of executions that are to stop. @param over aborts when another process may take over */
  async endDue(over: AbortSignal): Promise<void> {
    const { store } = this.#deps;
    for (let ids = await store.dueWaits(batchSize); ids.length > 0 && !over.aborted;) {
      const now = await store.time();
      const isDueNoMore = await Promise.all(ids.map((id) => this.#endIfDue(id, now)));
      if (ids.length < batchSize || !isDueNoMore.includes(true)) return;
      ids = await store.dueWaits(batchSize);
    }
  }

  /** @returns whether it is not due any more */
  async #endIfDue(id: string, now: Date): Promise<boolean> {
    const { store, waits, childExecutions } = this.#deps;
    const record = await store.read(id);
    if (record?.phase !== 'waiting') return false;
    if (record.waitingFor.kind === 'executions') {
      // Others need not wait for it, which may take as long as its executions.
      this.#soon(id, childExecutions.advance(id));
      return false;
    }
    const ending = waits.endIfOver(record, now);
    await this.#patiently(id, ending);
    return ending.catch(() => true);
  }

  /**
   * Waits for work on a wait. If that fails, the wait is looked at again later, after others.
   * @throws {AppError} store-unavailable
   */
  async #patiently(id: string, work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (isStoreFailure(error)) throw error;
      await this.#postpone(id, error);
    }
  }

  async #postpone(id: string, error: unknown): Promise<void> {
    const { store, life, report } = this.#deps;
    const trouble = startTrouble(error);
    const record = await store.read(id);
    if (trouble === undefined) report(error, `go on with the wait of ${id}`);
    else if (record?.phase === 'waiting' && record.trouble !== trouble)
      await life.send(record, { name: 'troubled', trouble });
    await store.postponeWait(id, new Date((await store.time()).getTime() + pause));
  }

  /** Once for all who ask meanwhile. */
  #attend(record: ExecutionRecord): Promise<void> {
    const { waits, childExecutions } = this.#deps;
    if (record.waitingFor?.kind === 'executions') return childExecutions.advance(record.id);
    const known = this.#stopping.get(record.id);
    if (record.stop === undefined || known !== undefined) return known ?? Promise.resolve();
    const stopping = waits.stop(record).finally(() => this.#stopping.delete(record.id));
    this.#stopping.set(record.id, stopping);
    return stopping;
  }

  /** Nothing waits for it: without the store, the wait is due. */
  #soon(id: string, work: Promise<void>): void {
    void this.#patiently(id, work).catch((error: unknown) => this.#deps.report(error, `go on with the wait of ${id}`));
  }
}
