import type { Redis } from 'ioredis';
import { flowOfName, type FlowKey } from '../../language/flow/flow-key.ts';
import { maxPageBytes, readHashes, type HashValues } from '../redis/read-hashes.ts';
import { redisKey } from '../redis/redis-key.ts';
import { FlowCatalogue, type CataloguedFlow } from './flow-catalogue.ts';
import { flowOfMember } from './flow-index.ts';
import { searchedText } from './flow-texts.ts';
import { readSummary, summaryFields } from './redis-records.ts';

/** The fields that a search shows or finds words in. */
export const searchedFields = [...summaryFields, 'tasks'] as const;

const portionSize = 1_000;
type Change = readonly [id: string, fields: readonly string[]];

/** The position of a store without changes. */
const beginning = '';

/**
 * Keeps a catalogue equal to the store: each call reads the flows that have changed since the one before, and all of
 * them if the list of changes no longer contains the latest one that it knows.
 */
export class RedisFlowCatalogue {
  readonly #redis: Redis;
  #catalogue = new FlowCatalogue();
  /** The id of the latest change that the catalogue contains; undefined before it is read. */
  #position: string | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** The catalogue with every change that was confirmed before this call. */
  async current(): Promise<FlowCatalogue> {
    await this.#update();
    return this.#catalogue;
  }

  /** One update at a time; a caller who comes while one is running waits for the next one. */
  #update(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  #start(): Promise<void> {
    const running = this.#readChanges().finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #readChanges(): Promise<void> {
    if (this.#position === undefined) return this.#readAll();
    const changes = await this.#redis.xrange(redisKey.flowChanges, this.#position || '-', '+');
    if (changes.length === 0 && this.#position === beginning) return;
    if (changes[0]?.[0] !== this.#position) return this.#readAll();
    if (changes.length === 1) return;
    await this.#apply(changes.slice(1), this.#catalogue);
    this.#position = changes.at(-1)?.[0];
  }

  async #readAll(): Promise<void> {
    const catalogue = new FlowCatalogue();
    const [latest] = await this.#redis.xrevrange(redisKey.flowChanges, '+', '-', 'COUNT', 1);
    for (const scope of ['live', 'deleted'] as const) {
      const index = redisKey.flowIndex(scope, 'namespace');
      for (let after = '-', more = true; more;) {
        const members = await this.#redis.zrange(index, after, '+', 'BYLEX', 'LIMIT', 0, portionSize);
        const keys = members.map((member) => flowOfMember('namespace', member));
        await this.#readFlows(keys, catalogue);
        after = `(${members.at(-1)}`;
        more = members.length === portionSize;
      }
    }
    // A flow that was deleted or restored meanwhile may be in neither list.
    const changes = latest && (await this.#redis.xrange(redisKey.flowChanges, `(${latest[0]}`, '+'));
    await this.#apply(changes ?? [], catalogue);
    this.#catalogue = catalogue;
    this.#position = changes?.at(-1)?.[0] ?? latest?.[0] ?? beginning;
  }

  async #apply(changes: readonly Change[], catalogue: FlowCatalogue): Promise<void> {
    const names = new Set(changes.map(([, [, name = '']]) => name));
    await this.#readFlows([...names].map(flowOfName), catalogue);
  }

  async #readFlows(keys: readonly FlowKey[], catalogue: FlowCatalogue): Promise<void> {
    for (let rest = keys; rest.length > 0;) {
      const portion = rest.slice(0, portionSize);
      const rows = await readHashes(this.#redis, portion.map(redisKey.flow), searchedFields, maxPageBytes);
      for (const [index, row] of rows.entries()) catalogue.set(portion[index]!, catalogued(portion[index]!, row));
      rest = rest.slice(rows.length);
    }
  }
}

function catalogued(key: FlowKey, row: HashValues): CataloguedFlow | undefined {
  const flow = readSummary(key, (field) => row[searchedFields.indexOf(field)]);
  if (flow === undefined) return undefined;
  return {
    namespace: key.namespace,
    id: key.id,
    text: searchedText(flow, row.at(-1) ?? ''),
    labels: Object.entries(flow.labels).map(([name, value]) => `${name}=${value}`),
    updatedAt: flow.updatedAt,
    isDeleted: flow.deletion !== undefined,
  };
}
