import { randomUUID } from 'node:crypto';
import { dataSizeText } from '../../language/input-types/data-size.ts';
import { AppError } from '../../problem/app-error.ts';
import type { Reservation, UploadLedger, UploadQuotas } from './upload-ledger.ts';

/** What bounds the bytes of uploads, apart from the size of a single file. */
export interface UploadLimits extends UploadQuotas {
  /** Bytes of the disk that uploads leave free. */
  readonly reserve: number;
}

export interface UploadRoomDeps {
  readonly ledger: UploadLedger;
  readonly limits: UploadLimits;
  /** Bytes that can still be written to the disk of uploads. */
  readonly freeSpace: () => Promise<number>;
  readonly now: () => Date;
}

// So many bytes come between two looks at the disk and at the ledger.
const stepBytes = 4 * 1024 * 1024;
const minute = 60_000;
const leaseMilliseconds = 5 * minute;

/** Room for the files of one request, which grows while they come. The opener must release it. */
export class UploadRoom implements Reservation {
  readonly id = randomUUID();
  readonly actor: string;
  readonly #deps: UploadRoomDeps;
  #claimed = 0;
  #held = 0;
  #writable = 0;
  #renewal: NodeJS.Timeout | undefined;

  constructor(actor: string, deps: UploadRoomDeps) {
    this.actor = actor;
    this.#deps = deps;
  }

  /**
   * Waits until further bytes may be written; with 0 whether any file is taken at all.
   * @throws {AppError} `upload-quota-exceeded`, `insufficient-storage`, `files-unavailable`, `store-unavailable`
   */
  async claim(bytes: number): Promise<void> {
    this.#claimed += bytes;
    this.#writable -= bytes;
    if (bytes === 0 || this.#writable < 0) await this.#demandFreeSpace(bytes);
    if (this.#claimed > this.#held) await this.#reserve(this.#claimed + stepBytes);
  }

  /** Some of what was claimed counts as content from now on. */
  kept(bytes: number): void {
    this.#claimed -= bytes;
    this.#held = Math.max(this.#held - bytes, 0);
  }

  /** Gives back what was not kept. What fails is forgotten by itself. */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#renewal !== undefined) await this.#deps.ledger.release(this).catch(() => undefined);
  }

  async #demandFreeSpace(bytes: number): Promise<void> {
    const { limits, freeSpace } = this.#deps;
    const writable = (await freeSpace()) - limits.reserve;
    if (writable < bytes || writable <= 0)
      throw new AppError(
        'insufficient-storage',
        `There is no room for uploads: the last ${dataSizeText(limits.reserve)} of the disk are kept free.`,
      );
    this.#writable = Math.min(writable - bytes, stepBytes);
  }

  async #reserve(wanted: number): Promise<void> {
    const { ledger, limits, now } = this.#deps;
    // From now on there may be something to renew and to release, even if the answer gets lost.
    this.#renewal ??= setInterval(() => void this.#reserve(this.#held).catch(() => undefined), minute).unref(); // the next claim tells
    const time = now();
    const until = new Date(time.getTime() + leaseMilliseconds);
    const outcome = await ledger.reserve(
      { id: this.id, actor: this.actor, needed: this.#claimed, wanted, until },
      limits,
      time,
    );
    if ('exceeded' in outcome) throw quotaError(outcome.exceeded, outcome.used, limits);
    this.#held = outcome.held;
  }
}

function quotaError(exceeded: keyof UploadQuotas, used: number, { perActor, inAll }: UploadQuotas): AppError {
  if (exceeded === 'inAll')
    return new AppError(
      'insufficient-storage',
      `There is no room for uploads: all of them together may have up to ${dataSizeText(inAll)}.`,
    );
  const detail = `Your uploads may have up to ${perActor} bytes (${dataSizeText(perActor)}) together, and those that are kept or on their way have ${used}; each is kept for a day at least, and until no execution needs it.`;
  return new AppError('upload-quota-exceeded', detail, { limit: perActor, used });
}

/** Where uploads get their room, and how much of it there is. */
export class UploadRooms {
  readonly #deps: UploadRoomDeps;

  constructor(deps: UploadRoomDeps) {
    this.#deps = deps;
  }

  get limits(): UploadLimits {
    return this.#deps.limits;
  }

  open(actor: string): UploadRoom {
    return new UploadRoom(actor, this.#deps);
  }

  /** Bytes of all uploads, those on their way with them. @throws {AppError} `store-unavailable` */
  used(): Promise<number> {
    return this.#deps.ledger.used(this.#deps.now());
  }

  /** Bytes that can still be written to their disk. @throws {AppError} `files-unavailable` */
  free(): Promise<number> {
    return this.#deps.freeSpace();
  }
}
