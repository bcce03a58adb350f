import { sleep, timeoutSignal } from '../../../base/timers/timers.ts';
import type { ConfiguredEngines } from '../../../engines/configured-engines.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ExecutionLife } from '../../../store/executions/execution-life.ts';

// If Jenkins hangs, nobody waits longer than this; the stop is sent again later.
const milliseconds = { answer: 1_000, call: 3_000 } as const;

/** Asks executions to stop, and passes that on to what runs them. */
export class ExecutionStopper {
  readonly #deps: { readonly life: Pick<ExecutionLife, 'sendTo'>; readonly engines: Pick<ConfiguredEngines, 'of'> };

  constructor(deps: { readonly life: Pick<ExecutionLife, 'sendTo'>; readonly engines: Pick<ConfiguredEngines, 'of'> }) {
    this.#deps = deps;
  }

  /**
   * A repeated request sends the stop to the build again immediately, unless the build is already stopping.
   * @returns the execution as it was then; undefined if it does not exist @throws {AppError} store-unavailable
   */
  async stop(id: string, by: string): Promise<ExecutionRecord | undefined> {
    const { life, engines } = this.#deps;
    const { record } = await life.sendTo(id, { name: 'stopAsked', by });
    if (record === undefined || record.phase === 'ended' || record.phase === 'waiting') return record;
    const sent = engines.of(record)?.stop(record, { signal: timeoutSignal(milliseconds.call) });
    sent?.catch(() => undefined); // also after the answer
    await Promise.race([sent, sleep(milliseconds.answer, undefined, { ref: false })]);
    return record;
  }
}
