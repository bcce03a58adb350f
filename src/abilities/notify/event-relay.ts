import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { StateEvent, StateEvents } from '../../store/executions/record/state-events.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';

/** Takes changes of state, to tell receivers of them. */
export interface EventSink {
  /** Whether it takes an event. */
  wants(event: StateEvent): boolean;
  /** May get the same events again, and tells receivers of each once. @throws {AppError} store-unavailable */
  take(changes: readonly Change[]): Promise<void>;
}

/** A change of state, and the execution as it is now. */
export interface Change {
  readonly event: StateEvent;
  readonly record: ExecutionRecord;
}

const batchSize = 200;

/** Moves changes of state to those who tell receivers of them. */
export class EventRelay {
  readonly #deps;

  constructor(deps: {
    readonly events: StateEvents;
    readonly store: Pick<RedisExecutionStore, 'read'>;
    readonly sinks: readonly EventSink[];
  }) {
    this.#deps = deps;
  }

  /**
   * Moves all that there are. If it is interrupted, some are moved again.
   * @throws {AppError} store-unavailable
   */
  async relay(): Promise<void> {
    const { events, sinks } = this.#deps;
    for (let batch = await events.first(batchSize); batch.length > 0; batch = await events.first(batchSize)) {
      const records = await this.#recordsOf(batch.filter((event) => sinks.some((sink) => sink.wants(event))));
      for (const sink of sinks) {
        const changes = batch.flatMap((event) => {
          const record = records.get(event.executionId);
          return record !== undefined && sink.wants(event) ? [{ event, record }] : [];
        });
        if (changes.length > 0) await sink.take(changes);
      }
      await events.remove(batch);
      if (batch.length < batchSize) return;
    }
  }

  /** The records of events, without those that were removed in the meantime. */
  async #recordsOf(events: readonly StateEvent[]): Promise<ReadonlyMap<string, ExecutionRecord>> {
    const records = new Map<string, ExecutionRecord>();
    for (const id of new Set(events.map(({ executionId }) => executionId))) {
      const record = await this.#deps.store.read(id);
      if (record !== undefined) records.set(id, record);
    }
    return records;
  }
}
