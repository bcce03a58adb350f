import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { iterateListed, iterateOpen } from '../../store/executions/iterate-executions.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';

/** The flows and revisions that executions name: their own, and those of the flows that they call. */
export class RevisionReferences {
  readonly #names = new Set<string>();

  /**
   * Those of all executions, read page by page; undefined if the signal aborts.
   * @throws {AppError} store-unavailable
   */
  static async ofAll(
    store: Pick<RedisExecutionStore, 'list'>,
    signal: AbortSignal,
  ): Promise<RevisionReferences | undefined> {
    const references = new RevisionReferences();
    for await (const record of iterateListed({ states: [], labels: [] }, store)) {
      if (signal.aborted) return undefined;
      references.#add(record);
    }
    return references;
  }

  /** The references of the executions that have not ended. @throws {AppError} store-unavailable */
  static async ofOpen(store: Pick<RedisExecutionStore, 'inState'>): Promise<RevisionReferences> {
    const references = new RevisionReferences();
    for await (const record of iterateOpen(store)) references.#add(record);
    return references;
  }

  #add({ flow, revision, subflows }: ExecutionRecord): void {
    for (const named of [{ ...flow, revision }, ...subflows]) {
      this.#names.add(flowName(named));
      if (named.revision !== undefined) this.#names.add(`${flowName(named)}@${named.revision}`);
    }
  }

  hasFlow(flow: FlowKey): boolean {
    return this.#names.has(flowName(flow));
  }

  has(flow: FlowKey, revision: number): boolean {
    return this.#names.has(`${flowName(flow)}@${revision}`);
  }
}
