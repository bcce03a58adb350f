import type { Right } from '../../access/access-policy.ts';
import type { Caller } from '../../access/caller.ts';
import type { ExecutionRecord } from '../../execution/execution-record.ts';
import { executionStates, isFinal, openStates, type ExecutionState } from '../../execution/execution-state.ts';
import type { ExecutionPage, ExecutionQuery, ExecutionStore } from '../../execution/execution-store.ts';
import type { TriggerQueue } from '../../execution/trigger-queue.ts';
import type { FlowKey } from '../../flow/flow-key.ts';
import { AppError } from '../../problem/app-error.ts';
import { decodeUtf8 } from '../flow-checker.ts';

/** Executions as they are (DESIGN 7, 9): reading, listing and stopping them needs no Jenkins. */
export class ExecutionService {
  readonly #store: ExecutionStore;
  readonly #queue: TriggerQueue;
  readonly #now: () => Date;

  constructor(collaborators: { readonly store: ExecutionStore; readonly queue: TriggerQueue; readonly now: () => Date }) {
    this.#store = collaborators.store;
    this.#queue = collaborators.queue;
    this.#now = collaborators.now;
  }

  /** @throws {AppError} execution-not-found, forbidden without the right in the namespace of its flow */
  async read(id: string, caller: Caller, right: Right = 'read'): Promise<ExecutionRecord> {
    const record = await this.record(id);
    caller.demand(right, record.flow.namespace);
    return record;
  }

  /** The same where nobody's rights are in question. @throws {AppError} execution-not-found */
  async record(id: string): Promise<ExecutionRecord> {
    const record = await this.#store.read(id);
    if (record === undefined) throw new AppError('execution-not-found', `There is no execution ${id}.`);
    return record;
  }

  /** The definition that an execution runs; undefined where nobody knows it, as of a build that was started by hand. */
  async source(id: string): Promise<string | undefined> {
    const source = await this.#store.source(id);
    return source === undefined || source.bytes.length === 0 ? undefined : decodeUtf8(source.bytes);
  }

  /** Only executions of flows that the caller may read. */
  list(caller: Caller, query: Omit<ExecutionQuery, 'isShown'>): Promise<ExecutionPage> {
    return this.#store.list({ ...query, ...(caller.isLimited && { isShown: ({ namespace }: FlowKey) => caller.may('read', namespace) }) });
  }

  /** How many executions there are in each state, those of all namespaces together. */
  async counts(): Promise<Readonly<Record<ExecutionState, number>>> {
    const counts = await Promise.all(executionStates.map(async (state) => [state, await this.#store.count(state)] as const));
    return Object.fromEntries(counts) as Record<ExecutionState, number>; // an entry for every state
  }

  /** How many executions wait for a worker. */
  queueDepth(): Promise<number> {
    return this.#queue.depth();
  }

  /**
   * Asks for the end of an execution, wherever it is; its record tells when it has come. Asking again changes nothing.
   * @throws {AppError} execution-not-found, forbidden, execution-ended
   */
  async stop(id: string, caller: Caller): Promise<ExecutionRecord> {
    const record = await this.read(id, caller, 'execute');
    if (isFinal(record.state)) throw ended(record);
    if (record.stop !== undefined) return record;
    const stop = { by: caller.subject, at: this.#now().toISOString() };
    const outcome = await this.#store.change(id, { from: openStates, at: this.#now(), fields: { stop } });
    const changed = await this.record(id);
    if (outcome.outcome !== 'changed') throw ended(changed);
    // What has not left Flowgate's queue is ended by whoever would have triggered it.
    if (changed.state !== 'RUNNING') await this.#queue.add(id);
    return changed;
  }
}

function ended({ id, state }: ExecutionRecord): AppError {
  return new AppError('execution-ended', `The execution ${id} has ended already: ${state}.`, { state });
}
