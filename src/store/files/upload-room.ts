import { randomUUID } from 'node:crypto';
import { AppError } from '../../base/problem/app-error.ts';
import { dataSizeText } from '../../base/text/data-size.ts';
import { setInterval } from '../../base/timers/timers.ts';
import type { FileDescription } from '../../language/inputs/file-description.ts';
import type { Reservation, UploadLedger, UploadQuotas } from './upload-ledger.ts';

/** The limits on the bytes of uploads, apart from the size of a single file. */
export interface UploadLimits extends UploadQuotas {
  /** Bytes of the disk that uploads leave free. */
  readonly reserve: number;
}

export interface UploadRoomDeps {
  readonly ledger: UploadLedger;
  readonly limits: UploadLimits;
  /** Returns how many bytes can still be written to the disk of uploads. */
  readonly freeSpace: () => Promise<number>;
  readonly now: () => Date;
}

// This many bytes are written between two checks of the disk and the ledger.
const stepBytes = 4 * 1024 * 1024;
const minute = 60_000;
const leaseMilliseconds = 5 * minute;

/** Room for the files of one request, which grows as they arrive. The opener must release it. */
export class UploadRoom implements Reservation {
  readonly id = randomUUID();
  readonly actor: string;
  readonly #deps: UploadRoomDeps;
  #admitted = 0;
  #held = 0;
  #writable = 0;
  #renewal: NodeJS.Timeout | undefined;

  constructor(actor: string, deps: UploadRoomDeps) {
    this.actor = actor;
    this.#deps = deps;
  }

  /**
   * Waits until further bytes may be written; with 0, whether any file is accepted at all.
   * @throws {AppError} `upload-quota-exceeded`, `insufficient-storage`, `files-unavailable`, `store-unavailable`
   */
  async admit(bytes: number): Promise<void> {
    this.#admitted += bytes;
    this.#writable -= bytes;
    if (bytes === 0 || this.#writable < 0) await this.#requireFreeSpace(bytes);
    if (this.#admitted > this.#held) await this.#reserve(this.#admitted + stepBytes);
  }

  /** Converts part of the reservation into stored bytes. */
  kept(bytes: number): void {
    this.#admitted -= bytes;
    this.#held = Math.max(this.#held - bytes, 0);
  }

  /** Releases what was not kept. If this fails, the reservation expires. */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#renewal !== undefined) await this.#deps.ledger.release(this).catch(() => undefined);
  }

  async #requireFreeSpace(bytes: number): Promise<void> {
    const { limits, freeSpace } = this.#deps;
    const writable = (await freeSpace()) - limits.reserve;
    if (writable < bytes || writable <= 0)
      throw new AppError(
        'insufficient-storage',
        `Uploads are not possible: Flowgate keeps the last ${dataSizeText(limits.reserve)} of the disk free.`,
      );
    this.#writable = Math.min(writable - bytes, stepBytes);
  }

  async #reserve(preferred: number): Promise<void> {
    const { ledger, limits, now } = this.#deps;
    // From now on there may be a reservation to renew and to release, even if the reply is lost.
    this.#renewal ??= setInterval(() => void this.#reserve(this.#held).catch(() => undefined), minute).unref(); // the next `admit` reports the error
    const time = now();
    const until = new Date(time.getTime() + leaseMilliseconds);
    const outcome = await ledger.reserve(
      { id: this.id, actor: this.actor, needed: this.#admitted, preferred, until },
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
      `Uploads are not possible: all uploads together must have at most ${dataSizeText(inAll)}.`,
    );
  const detail = `Your uploads must have at most ${perActor} bytes (${dataSizeText(perActor)}) in total, and you already use ${used}. Each upload is kept for at least a day, and until no execution needs it.`;
  return new AppError('upload-quota-exceeded', detail, { limit: perActor, used });
}

/** The room that all uploads share. */
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

  /** Bytes of all uploads, including those in progress. @throws {AppError} `store-unavailable` */
  used(): Promise<number> {
    return this.#deps.ledger.used(this.#deps.now());
  }

  /** Bytes that can still be written to the disk of uploads. @throws {AppError} `files-unavailable` */
  free(): Promise<number> {
    return this.#deps.freeSpace();
  }
}

/** A completely received file, at a temporary path until it is kept or discarded. */
export interface ReceivedFile extends FileDescription {
  readonly path: string;
  /** The reservation that its bytes count in until then. */
  readonly room: UploadRoom;
}
