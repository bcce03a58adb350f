import type { Right } from '../../access/access-policy.ts';
import type { Caller } from '../../access/caller.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import { executionStates, isFinal, openStates, type ExecutionState } from '../../execution/record/execution-state.ts';
import type { ExecutionPage, ExecutionQuery, ExecutionStore } from '../../execution/record/execution-store.ts';
import type { BuildStopper } from '../../execution/stop/build-stopper.ts';
import type { TriggerQueue } from '../../execution/record/trigger-queue.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { decodeUtf8 } from '../flows/decode-utf8.ts';
import { executionEnded, executionNotFound } from './execution-errors.ts';
import { visibleExecution, type VisibleExecution } from './visible-execution.ts';

export interface ExecutionServiceDeps {
  readonly store: ExecutionStore;
  readonly queue: TriggerQueue;
  /** Absent where no Jenkins is configured. */
  readonly stopper?: BuildStopper;
  readonly now: () => Date;
}

// Whoever follows builds tries again; a caller is not kept waiting by a Jenkins that hangs.
const stopMilliseconds = 3_000;

/** Executions as they are (docs/reference/executions.md): reading, listing and stopping them needs no Jenkins. */
export class ExecutionService {
  readonly #deps: ExecutionServiceDeps;

  constructor(deps: ExecutionServiceDeps) {
    this.#deps = deps;
  }

  /**
   * An execution as far as it is for the caller.
   * @throws {AppError} forbidden without the right in the namespace of its flow; execution-not-found also for those who have
   * no right there, so that they do not learn whether there is one
   */
  async read(id: string, caller: Caller, right: Right = 'read'): Promise<VisibleExecution> {
    const record = await this.record(id);
    try {
      caller.demand(right, record.flow.namespace);
    } catch (error) {
      throw caller.sees(record.flow.namespace) ? error : executionNotFound(id, error);
    }
    return visibleExecution(record, caller);
  }

  /** The whole of it, where nobody's rights are in question. @throws {AppError} execution-not-found */
  async record(id: string): Promise<ExecutionRecord> {
    const record = await this.#deps.store.read(id);
    if (record === undefined) throw executionNotFound(id);
    return record;
  }

  /** The definition that an execution runs; undefined where nobody knows it, as of a build that was started by hand. */
  async source(id: string): Promise<string | undefined> {
    const source = await this.#deps.store.source(id);
    return source === undefined || source.bytes.length === 0 ? undefined : decodeUtf8(source.bytes);
  }

  /** Only executions of flows that the caller may read, each as far as it is for them. */
  async list(caller: Caller, query: Omit<ExecutionQuery, 'isShown'>): Promise<ExecutionPage<VisibleExecution>> {
    const isShown = ({ namespace }: FlowKey) => caller.may('read', namespace);
    const { executions, next } = await this.#deps.store.list({ ...query, ...(caller.isLimited && { isShown }) });
    return { executions: executions.map((record) => visibleExecution(record, caller)), next };
  }

  /** How many executions there are in each state, those of all namespaces together. */
  async counts(): Promise<Readonly<Record<ExecutionState, number>>> {
    const counts = await Promise.all(
      executionStates.map(async (state) => [state, await this.#deps.store.count(state)] as const),
    );
    return Object.fromEntries(counts) as Record<ExecutionState, number>; // an entry for every state
  }

  /** How many executions wait for a worker. */
  queueDepth(): Promise<number> {
    return this.#deps.queue.depth();
  }

  /**
   * Asks for the end of an execution, wherever it is; its record tells when it has come. Asking again sends the stop to
   * its build again at once, unless that has begun to stop.
   * @throws {AppError} execution-not-found, forbidden, execution-ended
   */
  async stop(id: string, caller: Caller): Promise<VisibleExecution> {
    const record = await this.read(id, caller, 'execute');
    if (isFinal(record.state)) throw executionEnded(record);
    if (record.stop === undefined) {
      const stop = { by: caller.subject, at: this.#deps.now().toISOString() };
      const outcome = await this.#deps.store.change(id, { from: openStates, at: this.#deps.now(), fields: { stop } });
      if (outcome.outcome !== 'changed') throw executionEnded(await this.record(id));
    }
    const asked = await this.record(id);
    // What has not left Flowgate's queue is ended by whoever would have triggered it.
    if (asked.state !== 'RUNNING') await this.#deps.queue.add(id);
    await this.#deps.stopper?.demand(asked, { signal: AbortSignal.timeout(stopMilliseconds) });
    return visibleExecution(await this.record(id), caller);
  }
}
