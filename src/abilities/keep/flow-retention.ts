import { randomUUID } from 'node:crypto';
import { AppError, isStoreFailure } from '../../base/problem/app-error.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { FlowSummary } from '../../store/revisions/flow-revision.ts';
import type { RedisRevisionStore } from '../../store/revisions/redis-revision-store.ts';
import type { FlowCursor } from '../../store/revisions/revision-store.ts';
import { calledFlow, callsOf } from '../documents/subflow-calls.ts';
import type { FlowService } from '../flows/flow-service.ts';
import type { Parts } from '../parts/parts.ts';
import { RevisionReferences } from './revision-references.ts';

/** The actor of what Flowgate itself removes. */
const retentionActor = 'flowgate:retention';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const pageSize = 200;
// Each atomic step removes at most this many; Redis serves other requests in between.
const batchSize = 100;
// As many callers as the store lists; there may be more.
const maxCallers = 1_000;

/**
 * Removes old revisions and deleted flows for good. Each removal is one atomic step that checks again whether it is
 * still right, so several processes may do this at once, and any of them may die.
 */
export class FlowRetention {
  readonly #deps;

  constructor(
    deps: Pick<Parts, 'taskTypes' | 'audit' | 'now'> & {
      readonly store: RedisRevisionStore;
      readonly flows: Pick<FlowService, 'read'>;
      readonly executions: Pick<RedisExecutionStore, 'list' | 'inState'>;
      /** Called after a flow was purged. */
      readonly onPurged: (key: FlowKey) => Promise<void>;
    },
  ) {
    this.#deps = deps;
  }

  /**
   * Removes all but the newest revisions of each flow, except those that a stored execution or the latest revision of
   * another flow names.
   * @param keep how many of the newest stay; 0 for all
   * @param removed called for each flow that lost revisions
   * @param signal ends it early
   * @throws {AppError} store-unavailable
   */
  async removeOldRevisions(
    keep: number,
    removed: (flow: FlowKey, revisions: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (keep === 0) return;
    const { store, executions } = this.#deps;
    // Before the executions are read: one that is accepted later calls only newer revisions.
    const candidates = await this.#olderRevisions(keep);
    if (candidates.length === 0) return;
    const references = await RevisionReferences.ofAll(executions, signal);
    if (references === undefined) return;
    for (const { flow, revisions } of candidates) {
      if (signal.aborted) return;
      const unnamed = revisions.filter((revision) => !references.has(flow, revision));
      const called = unnamed.length === 0 ? 'unknown' : await this.#calledRevisions(flow);
      if (called === 'unknown') continue;
      const unused = unnamed.filter((revision) => !called.has(revision));
      let count = 0;
      for (let start = 0; start < unused.length; start += batchSize)
        count += await store.removeRevisions(flow, { keep, revisions: unused.slice(start, start + batchSize) });
      if (count > 0) removed(flow, count);
    }
  }

  /**
   * Purges the flows that were deleted long ago, except those of executions that have not ended.
   * @param days after which they are purged; 0 for never
   * @param removed called for each one
   * @param signal ends it early
   * @throws {AppError} store-unavailable
   */
  async purgeDeletedFlows(days: number, removed: (flow: FlowKey) => void, signal: AbortSignal): Promise<void> {
    if (days === 0) return;
    const { store, executions, onPurged, now } = this.#deps;
    const limit = new Date(now().getTime() - days * dayMilliseconds).toISOString();
    const old: FlowSummary[] = [];
    for await (const flow of this.#flows(true))
      if (flow.deletion !== undefined && flow.deletion.at < limit) old.push(flow);
    if (old.length === 0) return;
    const open = await RevisionReferences.ofOpen(executions);
    for (const flow of old) {
      if (signal.aborted) return;
      if (open.hasFlow(flow)) continue;
      const key = { namespace: flow.namespace, id: flow.id };
      // A flow that was restored in the meantime has another revision.
      const removal = { key, actor: retentionActor, time: now(), expected: [flow.revision] };
      if ((await store.purge(removal)).outcome !== 'removed') continue;
      await onPurged(key);
      await this.#audit(key, flow.revision);
      removed(key);
    }
  }

  async #olderRevisions(
    keep: number,
  ): Promise<readonly { readonly flow: FlowKey; readonly revisions: readonly number[] }[]> {
    const found: { readonly flow: FlowKey; readonly revisions: readonly number[] }[] = [];
    for (const deleted of [false, true])
      for await (const flow of this.#flows(deleted)) {
        if (flow.revision <= keep) continue;
        const revisions = await this.#deps.store.olderRevisions(flow, keep);
        if (revisions.length > 0) found.push({ flow, revisions });
      }
    return found;
  }

  /** The revisions of a flow that others call by number; `unknown` if there are too many others. */
  async #calledRevisions(flow: FlowKey): Promise<ReadonlySet<number> | 'unknown'> {
    const { store, flows, taskTypes } = this.#deps;
    const [links] = await store.links([flow]);
    const callers = links?.calledBy ?? [];
    if (callers.length >= maxCallers) return 'unknown';
    const called = new Set<number>();
    for (const caller of callers) {
      const record = await flows.read(caller, { owner: ownWork }).catch(ignoreMissing);
      const checked = record?.checked.check.flow;
      for (const { call } of checked === undefined ? [] : callsOf(checked, taskTypes)) {
        const { namespace, id } = calledFlow(call);
        if (namespace === flow.namespace && id === flow.id && call.revision !== undefined) called.add(call.revision);
      }
    }
    return called;
  }

  async *#flows(deleted: boolean): AsyncGenerator<FlowSummary> {
    let after: FlowCursor | undefined;
    do {
      const query = { labels: [], deleted, order: 'namespace', descending: false, limit: pageSize, after } as const;
      const page = await this.#deps.store.list(query);
      yield* page.flows;
      after = page.next;
    } while (after !== undefined);
  }

  async #audit({ namespace, id }: FlowKey, revision: number): Promise<void> {
    const event = { actor: retentionActor, action: 'purgeFlow', outcome: 'done', status: 204 } as const;
    await this.#deps.audit.append([{ ...event, namespace, flowId: id, revision, requestId: randomUUID() }]);
  }
}

/** A caller that was deleted in the meantime calls nothing. */
function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof AppError) || isStoreFailure(error)) throw error;
}
