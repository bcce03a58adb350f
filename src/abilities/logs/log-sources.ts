import { sleep } from '../../base/timers/timers.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { isFinal, type ExecutionState } from '../../lifecycle/execution-state.ts';
import type { RedisLogStore } from '../../store/executions/redis/redis-log-store.ts';
import { executionNotFound } from '../records/execution-errors.ts';
import type { ExecutionService } from '../records/execution-service.ts';
import type { LogBytes } from './lines/log-bytes.ts';
import type { LogNews, LogSource } from './lines/log-reading.ts';

// Processing a chunk blocks other requests: a chunk can have as many lines as bytes.
const chunkBytes = 64 * 1024;
const pauseMilliseconds = 1_000;
const nothing = Buffer.alloc(0);

/** Chunks end at the same places for all readers, wherever they begin, so that they read the others together. */
function bytesToBorder(offset: number): number {
  return chunkBytes - (offset % chunkBytes);
}

/** A log so far. */
export class WrittenLog implements LogSource {
  readonly #log: LogBytes;
  readonly #state: ExecutionState;

  constructor(log: LogBytes, state: ExecutionState) {
    this.#log = log;
    this.#state = state;
  }

  async read(offset: number): Promise<LogNews> {
    const left = this.#log.size - offset;
    const bytes = left > 0 ? await this.#log.read(offset, Math.min(chunkBytes, left)) : nothing;
    return { bytes, end: bytes.length === 0 || bytes.length === left ? this.#state : undefined };
  }
}

/** Where logs come from. */
export interface LogDeps {
  readonly executions: ExecutionService;
  readonly logs: RedisLogStore;
  readonly engines: ConfiguredEngines;
}

/** A log as it is written until its execution ends: from the engine first, from the store after the end. */
export class GrowingLog implements LogSource {
  readonly #deps;
  #record: ExecutionRecord;
  #isNew = true;

  constructor(record: ExecutionRecord, deps: LogDeps) {
    this.#record = record;
    this.#deps = deps;
  }

  async read(offset: number, signal: AbortSignal): Promise<LogNews> {
    if (!this.#isNew && !isFinal(this.#record.state))
      this.#record = await this.#deps.executions.record(this.#record.id);
    this.#isNew = false;
    const { id, state } = this.#record;
    if (isFinal(state)) {
      const piece = await this.#deps.logs.read(id, { start: offset, bytes: bytesToBorder(offset) });
      // An execution without a log has none from the beginning.
      if (piece === undefined && offset > 0) throw executionNotFound(id);
      const bytes = piece?.bytes ?? nothing;
      return { bytes, end: bytes.length === 0 || offset + bytes.length === piece?.size ? state : undefined };
    }
    const news = await this.#deps.engines.of(this.#record)?.logAfter(this.#record, offset, signal);
    const bytes = news?.bytes.subarray(0, bytesToBorder(offset)) ?? nothing;
    // The record changes a moment after the execution has ended.
    if (bytes.length === 0 && news?.isComplete !== false)
      await sleep(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    return { bytes };
  }
}
