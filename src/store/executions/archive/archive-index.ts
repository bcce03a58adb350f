import { LRUCache } from 'lru-cache';
import type { AppError } from '../../../base/problem/app-error.ts';
import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import { archiveDamaged, isDamage } from '../../archive/archive-damaged.ts';
import type { Archive } from '../../archive/archive.ts';
import { answersQuery } from '../record/answers-query.ts';
import { tombstones } from '../record/archived-execution.ts';
import { latestIdOf, timePrefix } from '../record/execution-id.ts';
import type { ExecutionPage, ExecutionQuery } from '../record/execution-store.ts';
import type { RetentionRules } from '../record/retention-rules.ts';
import type { ArchiveSeal } from './archive-seal.ts';
import { decodePart, encodePart, indexFolder, partOfName, type IndexPart } from './index-part.ts';

export interface ArchiveIndexDeps {
  readonly archive: Archive;
  readonly seal: ArchiveSeal;
  /** How long archived executions are kept. */
  readonly rules: RetentionRules;
  readonly now: () => Date;
  /** Called with the error of each damaged part, once. */
  readonly report: (error: AppError) => void;
}

/** The parts and the deleted executions of the index at one time. */
export interface IndexSnapshot {
  readonly parts: readonly IndexPart[];
  readonly removed: ReadonlySet<string>;
}

/** How many parts one call reads before it returns what it has. */
const maxParts = 20;
const cachedParts = 8;

/** Finds archived executions, also if some parts are damaged. All methods throw AppError `archive-unavailable`, `archive-damaged`. */
export class ArchiveIndex {
  readonly #deps: ArchiveIndexDeps;
  readonly #parts = new LRUCache<string, readonly EndedExecution[]>({ max: cachedParts });
  readonly #reported = new Set<string>();

  constructor(deps: ArchiveIndexDeps) {
    this.#deps = deps;
  }

  /** Adds executions. @param records at least one @returns the bytes written */
  async add(records: readonly EndedExecution[]): Promise<number> {
    const { name, content } = await encodePart(records, this.#deps.seal);
    await this.#deps.archive.put(name, content);
    return content.length;
  }

  /** What lists show of an execution that should be in the archive: it was neither deleted nor kept long enough. */
  find(id: string): Promise<EndedExecution | undefined> {
    return this.#again(() => this.#find(id));
  }

  async #find(id: string): Promise<EndedExecution | undefined> {
    const { parts, removed } = await this.snapshot();
    if (removed.has(id)) return undefined;
    let damage: AppError | undefined;
    for (const part of parts) {
      if (part.first > id || part.last < id) continue;
      const records = await this.tryRead(part);
      if (isDamage(records)) damage = records;
      else {
        const found = records.find((record) => record.id === id);
        if (found !== undefined) return this.isExpired(found) ? undefined : found;
      }
    }
    if (damage !== undefined) throw damage;
    return undefined;
  }

  /** Whether an execution is no longer kept. */
  isExpired({ flow, history }: EndedExecution): boolean {
    const limit = this.#deps.rules.limitOf(flow.namespace, this.#deps.now());
    return limit !== undefined && (history[0]?.at ?? '') < limit.toISOString();
  }

  /**
   * A page of archived executions, the newest first. It has fewer than the limit if it has read many others; the cursor
   * is a visible execution or a time, as in the store.
   */
  list(query: ExecutionQuery): Promise<ExecutionPage> {
    if (query.waitingFor !== undefined) return Promise.resolve({ executions: [] });
    return this.#again(() => this.#list(query));
  }

  async #list(query: ExecutionQuery): Promise<ExecutionPage> {
    const { removed, parts: all } = await this.snapshot();
    const end = query.after ?? (query.to && timePrefix(query.to));
    const start = query.from && timePrefix(query.from);
    const parts = all
      .filter(({ first, last }) => (end === undefined || first < end) && (start === undefined || last > start))
      .toSorted((one, other) => (one.last > other.last ? -1 : 1));
    const executions: EndedExecution[] = [];
    let ready: EndedExecution[] = [];
    let lastShown: string | undefined;
    let isIncomplete = false;
    for (const [number, part] of parts.entries()) {
      const records = await this.tryRead(part);
      if (isDamage(records)) isIncomplete = true;
      else
        ready = ready.concat(
          records.filter(
            ({ id }) => (end === undefined || id < end) && (start === undefined || id > start) && !removed.has(id),
          ),
        );
      // What is newer than every part that was not read yet is complete.
      const border = parts[number + 1]?.last ?? '';
      const complete = ready.filter(({ id }) => id > border).toSorted((one, other) => (one.id > other.id ? -1 : 1));
      ready = ready.filter(({ id }) => id <= border);
      let before: string | undefined;
      for (const record of complete) {
        const isRepeated = record.id === before;
        before = record.id;
        if (isRepeated || query.isShown?.(record.flow) === false || this.isExpired(record)) continue;
        const isOne = answersQuery(record, query);
        if (isOne && executions.length === query.limit) return { executions, next: lastShown, isIncomplete };
        if (isOne) executions.push(record);
        lastShown = record.id;
      }
      if (border !== '' && number + 1 === maxParts)
        return {
          executions,
          next: [lastShown, latestIdOf(border)].filter((id) => id !== undefined).toSorted()[0],
          isIncomplete,
        };
    }
    return { executions, isIncomplete };
  }

  /** The executions of a part; its error if it is damaged. @throws {MissingPart} as `read` */
  async tryRead(part: IndexPart): Promise<readonly EndedExecution[] | AppError> {
    return this.read(part).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      if (!this.#reported.has(part.name)) this.#deps.report(error);
      this.#reported.add(part.name);
      return error;
    });
  }

  /** The executions of a part, which never changes. @throws {MissingPart} if it was merged since it was listed, or is lost */
  async read(part: IndexPart): Promise<readonly EndedExecution[]> {
    const { name } = part;
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const content = await this.#deps.archive.get(name);
    if (content === undefined) throw new MissingPart(name);
    const records = await decodePart(part, content, this.#deps.seal);
    this.#parts.set(name, records);
    return records;
  }

  /** Parts are merged meanwhile: what is missing the first time may have gone into another one. */
  async #again<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step().catch((error: unknown) => {
        if (error instanceof MissingPart) return step();
        throw error;
      });
    } catch (error) {
      throw error instanceof MissingPart ? archiveDamaged(error.message, 'is missing') : error;
    }
  }

  async snapshot(): Promise<IndexSnapshot> {
    const { archive } = this.#deps;
    // First those that hide something: what is removed later is shown once more.
    const removed = new Set<string>();
    for await (const names of archive.list(tombstones))
      for (const name of names) removed.add(name.slice(tombstones.length + 1));
    const parts: IndexPart[] = [];
    for await (const names of archive.list(indexFolder)) parts.push(...names.flatMap((name) => partOfName(name) ?? []));
    return { parts, removed };
  }
}

/** The message is the name of a part that was listed and is not there. */
class MissingPart extends Error {
  override readonly name = 'MissingPart';
}
