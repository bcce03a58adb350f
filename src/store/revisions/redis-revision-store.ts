import type { Redis } from 'ioredis';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import type { FlowCatalogue } from './flow-catalogue.ts';
import type { FlowRevision, FlowSummary, RevisionEntry } from './flow-revision.ts';
import { taskText } from './flow-texts.ts';
import type { ClaimOutcome, NamespaceClaim, NamespaceOwner } from './namespace-owner.ts';
import { RedisFlowCatalogue } from './redis-flow-catalogue.ts';
import { readLinks } from './redis-flow-links.ts';
import { listFlows } from './redis-flow-list.ts';
import { searchFlows } from './redis-flow-search.ts';
import { claimNamespace, ownerOf, readOwner, readOwners, releaseNamespace } from './redis-namespace-owners.ts';
import { readEntry, readOutcome, readSummary } from './redis-records.ts';
import { newestRevisions, olderRevisions } from './redis-revision-numbers.ts';
import { readSchedules } from './redis-schedules.ts';
import { readScript, removeRevisionsScript, removeScript, writeScript } from './redis-scripts.ts';
import type {
  CreateOutcome,
  FlowLinks,
  FlowPage,
  FlowQuery,
  Removal,
  RemovalOutcome,
  RevisionWrite,
  ScheduledFlow,
  UpdateOutcome,
} from './revision-store.ts';
import { noteSourceDigest, sourceDigest } from './source-digest.ts';

/**
 * Stores every revision of every flow; `key-table.ts` lists the keys.
 *
 * Each change is one atomic step: a revision exists with its source, its entry and its place in every list, or not at
 * all. The revisions of a flow are numbered from 1 without gaps, however many writers there are; a number that was
 * removed is never used again. A confirmed change is as durable as Redis guarantees. Deleting keeps the history; purging
 * removes everything. No flow of a namespace that a repository owns is changed by others; ownership is checked in the
 * same atomic step.
 *
 * Every method throws AppError `store-unavailable` immediately while the store is unreachable.
 */
export class RedisRevisionStore {
  readonly #redis: Redis;
  readonly #catalogue: RedisFlowCatalogue;

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#catalogue = new RedisFlowCatalogue(redis);
  }

  /** Creates revision 1. */
  create(write: RevisionWrite): Promise<CreateOutcome> {
    return this.#write('create', write);
  }

  /** Creates a new revision; for a change from a repository, also of a deleted flow. */
  update(write: RevisionWrite): Promise<UpdateOutcome> {
    return this.#write('update', write);
  }

  /** Always creates a new revision, and restores a deleted flow. */
  restore(write: RevisionWrite & { readonly restoredFrom: number }): Promise<UpdateOutcome> {
    return this.#write('restore', write);
  }

  async #write<Outcome extends CreateOutcome | UpdateOutcome>(
    mode: 'create' | 'update' | 'restore',
    write: RevisionWrite & { readonly restoredFrom?: number },
  ): Promise<Outcome> {
    const { key, source, actor } = write;
    const time = write.time.toISOString();
    const sha256 = sourceDigest(source.bytes);
    const entry: Omit<RevisionEntry, 'revision'> = {
      createdAt: time,
      createdBy: actor,
      mediaType: source.mediaType,
      format: source.format,
      size: source.bytes.length,
      sha256,
      restoredFrom: write.restoredFrom,
      ...write.commit,
    };
    const reply = await onRedis(() =>
      writeScript.run(this.#redis, {
        ...keysOf(key),
        namespace: key.namespace,
        id: key.id,
        mode,
        expected: expectedText(write.expected),
        time,
        actor,
        repository: write.commit?.repository ?? '',
        source: source.bytes,
        sha256,
        format: source.format,
        entry: JSON.stringify(entry),
        labels: JSON.stringify(write.labels),
        description: write.description ?? '',
        calls: JSON.stringify(write.calls.map(flowName)),
        schedules: JSON.stringify(write.schedules),
        disabled: write.disabled,
        tasks: taskText(write.tasks),
      }),
    );
    return readOutcome<Outcome>(reply);
  }

  /** Hides a flow from lists; its revisions stay readable. */
  delete(removal: Removal): Promise<RemovalOutcome> {
    return this.#remove('delete', removal);
  }

  /** Removes a flow, deleted or not, with its history; its id is free again and its revisions restart at 1. */
  purge(removal: Removal): Promise<RemovalOutcome> {
    return this.#remove('purge', removal);
  }

  async #remove(mode: 'delete' | 'purge', { key, actor, time, expected, commit }: Removal): Promise<RemovalOutcome> {
    const reply = await onRedis(() =>
      removeScript.run(this.#redis, {
        ...keysOf(key),
        webhookKeys: redisKey.webhookKeys(key),
        skippedTicks: redisKey.skippedTicks(key),
        presets: redisKey.presets(key),
        namespace: key.namespace,
        id: key.id,
        mode,
        expected: expectedText(expected),
        time: time.toISOString(),
        actor,
        repository: commit?.repository ?? '',
      }),
    );
    return readOutcome<RemovalOutcome>(reply);
  }

  /**
   * The latest revision, or the requested one; also of a deleted flow.
   * Returns only the summary if the flow does not have the revision, and undefined if the flow does not exist.
   */
  async read(key: FlowKey, revision?: number): Promise<FlowRevision | { readonly flow: FlowSummary } | undefined> {
    const reply = await onRedis(() =>
      readScript.runForBytes(this.#redis, { ...keysOf(key), namespace: key.namespace, revision: revision ?? '' }),
    );
    if (reply === null) return undefined;
    const [fields, owner, entryText, bytes] = reply as [Buffer[], ...(Buffer | null)[]]; // the reply of our own script
    const flow = readSummary(key, fieldsByName(fields));
    if (flow === undefined || !entryText || !bytes) return flow && { flow };
    const entry = readEntry(revision ?? flow.revision, entryText.toString());
    noteSourceDigest(bytes, entry.sha256);
    return {
      flow,
      owner: ownerOf(owner?.toString()),
      entry,
      source: { bytes, mediaType: entry.mediaType, format: entry.format },
    };
  }

  /** Up to `limit` entries, the newest first, before revision `before`; empty if the flow does not exist. */
  async revisions(
    key: FlowKey,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly RevisionEntry[]> {
    const numbers = await onRedis(() => newestRevisions(this.#redis, key, page));
    if (numbers.length === 0) return [];
    const texts = await onRedis(() => this.#redis.hmget(redisKey.revisions(key), ...numbers.map(String)));
    return numbers.flatMap((revision, index) => {
      const text = texts[index];
      return text ? [readEntry(revision, text)] : [];
    });
  }

  /** The revisions before the `keep` newest ones, in ascending order. */
  olderRevisions(key: FlowKey, keep: number): Promise<readonly number[]> {
    return onRedis(() => olderRevisions(this.#redis, key, keep));
  }

  /** Removes revisions in one step, but none of the `keep` newest; returns how many. */
  async removeRevisions(
    key: FlowKey,
    { keep, revisions }: { readonly keep: number; readonly revisions: readonly number[] },
  ): Promise<number> {
    return Number(
      await onRedis(() => removeRevisionsScript.run(this.#redis, { ...keysOf(key), keep, numbers: revisions })),
    );
  }

  list(query: FlowQuery): Promise<FlowPage> {
    if (query.words === undefined) return onRedis(() => listFlows(this.#redis, query));
    return onRedis(() => searchFlows(this.#redis, this.#catalogue, query));
  }

  overview(): Promise<FlowCatalogue> {
    return onRedis(() => this.#catalogue.current());
  }

  /** For each key, the flows that the latest revision of that flow calls and that call it; deleted flows call none. */
  links(keys: readonly FlowKey[]): Promise<readonly FlowLinks[]> {
    return onRedis(() => readLinks(this.#redis, keys));
  }

  /** Every flow whose latest revision has schedules, except deleted ones. */
  schedules(): Promise<readonly ScheduledFlow[]> {
    return onRedis(() => readSchedules(this.#redis));
  }

  owner(namespace: string): Promise<NamespaceOwner | undefined> {
    return onRedis(() => readOwner(this.#redis, namespace));
  }

  /** All owned namespaces, even without flows. */
  owners(): Promise<ReadonlyMap<string, NamespaceOwner>> {
    return onRedis(() => readOwners(this.#redis));
  }

  /** Makes a repository the owner of a namespace, or notes its latest commit. */
  claim(claim: NamespaceClaim): Promise<ClaimOutcome> {
    return onRedis(() => claimNamespace(this.#redis, claim));
  }

  /** From then on, all may change the flows; returns the owner until then. */
  release(namespace: string): Promise<NamespaceOwner | undefined> {
    return onRedis(() => releaseNamespace(this.#redis, namespace));
  }

  /** Throws if the store is unreachable. */
  async ping(): Promise<void> {
    await onRedis(() => this.#redis.ping());
  }
}

function keysOf(key: FlowKey): { readonly flow: string; readonly revisions: string } {
  return { flow: redisKey.flow(key), revisions: redisKey.revisions(key) };
}

function expectedText(expected: readonly number[] | undefined): string {
  // An empty list matches no revision: 0 is never a revision.
  return expected === undefined ? '' : [0, ...expected].join(' ');
}

function fieldsByName(reply: readonly Buffer[]): (field: string) => string | undefined {
  const fields = new Map<string, string>();
  for (let index = 0; index + 1 < reply.length; index += 2) fields.set(String(reply[index]), String(reply[index + 1]));
  return (field) => fields.get(field);
}
