import { randomUUID } from 'node:crypto';
import type { AppError } from '../../../base/problem/app-error.ts';
import { archiveUnavailable, type Archive } from '../../archive/archive.ts';
import type { KnownArchive, RedisArchiveIdentity } from '../redis/redis-archive-identity.ts';
import type { RedisArchiveMarks } from '../redis/redis-archive-marks.ts';
import { indexFolder } from './index-part.ts';

/** The object that tells an archive from others: `{"id": "…"}`. */
export const markerObject = 'flowgate-archive.json';

/** How long writes and lists rely on the last check. */
const trustedMilliseconds = 5_000;

/**
 * The archive that belongs to the store, and no other: an archive without its marker, such as the mount point of a disk
 * that is not mounted, is `archive-unavailable`. Nothing that is missing there is missing in the archive.
 */
export class OwnArchive implements Archive {
  readonly place: string;
  readonly #deps;
  #checkedAt = -Infinity;

  constructor(deps: {
    readonly archive: Archive;
    readonly identity: RedisArchiveIdentity;
    readonly marks: Pick<RedisArchiveMarks, 'countArchived'>;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
    this.place = deps.archive.place;
  }

  async put(...given: Parameters<Archive['put']>): Promise<void> {
    await this.#requireChecked();
    await this.#deps.archive.put(...given);
  }

  async putFile(...given: Parameters<Archive['putFile']>): Promise<void> {
    await this.#requireChecked();
    await this.#deps.archive.putFile(...given);
  }

  get(...given: Parameters<Archive['get']>): ReturnType<Archive['get']> {
    return this.#found(() => this.#deps.archive.get(...given));
  }

  open(...given: Parameters<Archive['open']>): ReturnType<Archive['open']> {
    return this.#found(() => this.#deps.archive.open(...given));
  }

  async *list(folder: string): AsyncGenerator<readonly string[]> {
    await this.#requireChecked();
    let isEmpty = true;
    for await (const names of this.#deps.archive.list(folder)) {
      isEmpty &&= names.length === 0;
      yield names;
    }
    if (isEmpty) await this.check();
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.#requireChecked();
    await this.#deps.archive.remove(names);
  }

  async removeAll(folder: string): Promise<void> {
    await this.#requireChecked();
    await this.#deps.archive.removeAll(folder);
  }

  /**
   * Checks now that this is the archive of the store. The first archive of a store becomes its own; so does one with a
   * marker, if the store has lost what it knew. @throws {AppError} `archive-unavailable`, `store-unavailable`
   */
  async check(): Promise<void> {
    this.#checkedAt = -Infinity;
    const { identity, now } = this.#deps;
    const known = await identity.read();
    const marker = await this.#marker();
    if (known?.isConfirmed !== true) await this.#adopt(known, marker);
    else if (marker !== known.id) throw this.#isOther(known.id, marker);
    this.#checkedAt = now().getTime();
  }

  /** All processes that do this at once agree on one id, and a crash leaves nothing that the next one cannot complete. */
  async #adopt(known: KnownArchive | undefined, marker: string | undefined): Promise<void> {
    const { identity, archive } = this.#deps;
    if (marker === undefined && (await this.#hasLostAll())) throw this.#isOther(known?.id, marker);
    const { id } = known ?? (await identity.settle(marker ?? randomUUID()));
    if (marker === undefined) await archive.put(markerObject, Buffer.from(`${JSON.stringify({ id })}\n`));
    else if (marker !== id) throw this.#isOther(id, marker);
    await identity.confirm();
  }

  /** Whether the store has executions in an archive, and this one has none. */
  async #hasLostAll(): Promise<boolean> {
    if ((await this.#deps.marks.countArchived()) === 0) return false;
    for await (const names of this.#deps.archive.list(indexFolder)) if (names.length > 0) return false;
    return true;
  }

  /** @returns undefined without a marker; text that is no id if it cannot be read */
  async #marker(): Promise<string | undefined> {
    const text = (await this.#deps.archive.get(markerObject))?.toString();
    return text && (/^\s*\{\s*"id"\s*:\s*"([\w-]{1,100})"\s*\}\s*$/.exec(text)?.[1] ?? 'unreadable');
  }

  #isOther(id: string | undefined, marker: string | undefined): AppError {
    const problem =
      marker === undefined
        ? `${id === undefined ? '' : ` with the id ${id}`} is missing`
        : ` has the id ${marker} instead of ${id}`;
    const reason = `its object ${markerObject}${problem}. Check that its disk is mounted and that FLOWGATE_ARCHIVE is right`;
    return archiveUnavailable(reason, new Error(`the archive at ${this.place} is not that of the store`));
  }

  async #found<Result>(read: () => Promise<Result | undefined>): Promise<Result | undefined> {
    const found = await read();
    if (found === undefined) await this.check();
    return found;
  }

  async #requireChecked(): Promise<void> {
    if (this.#deps.now().getTime() - this.#checkedAt > trustedMilliseconds) await this.check();
  }
}
