import type { Redis } from 'ioredis';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import type { FlowRevision, FlowSummary, RevisionEntry } from './flow-revision.ts';
import { taskText } from './flow-texts.ts';
import type { Claim, ClaimOutcome, NamespaceOwner } from './namespace-owner.ts';
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
  FlowOverview,
  FlowPage,
  FlowQuery,
  Removal,
  RemovalOutcome,
  RevisionStore,
  RevisionWrite,
  ScheduledFlow,
  UpdateOutcome,
} from './revision-store.ts';
import { noteSourceDigest, sourceDigest } from './source-digest.ts';

/** The revision store on Redis; see `key-table.ts` for the keys. */
export class RedisRevisionStore implements RevisionStore {
  readonly #redis: Redis;
  readonly #catalogue: RedisFlowCatalogue;

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#catalogue = new RedisFlowCatalogue(redis);
  }

  create(write: RevisionWrite): Promise<CreateOutcome> {
    return this.#write('create', write);
  }

  update(write: RevisionWrite): Promise<UpdateOutcome> {
    return this.#write('update', write);
  }

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

  delete(removal: Removal): Promise<RemovalOutcome> {
    return this.#remove('delete', removal);
  }

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

  olderRevisions(key: FlowKey, keep: number): Promise<readonly number[]> {
    return onRedis(() => olderRevisions(this.#redis, key, keep));
  }

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

  overview(): Promise<FlowOverview> {
    return onRedis(() => this.#catalogue.current());
  }

  links(keys: readonly FlowKey[]): Promise<readonly FlowLinks[]> {
    return onRedis(() => readLinks(this.#redis, keys));
  }

  schedules(): Promise<readonly ScheduledFlow[]> {
    return onRedis(() => readSchedules(this.#redis));
  }

  owner(namespace: string): Promise<NamespaceOwner | undefined> {
    return onRedis(() => readOwner(this.#redis, namespace));
  }

  owners(): Promise<ReadonlyMap<string, NamespaceOwner>> {
    return onRedis(() => readOwners(this.#redis));
  }

  claim(claim: Claim): Promise<ClaimOutcome> {
    return onRedis(() => claimNamespace(this.#redis, claim));
  }

  release(namespace: string): Promise<NamespaceOwner | undefined> {
    return onRedis(() => releaseNamespace(this.#redis, namespace));
  }

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
