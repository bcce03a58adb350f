import { UploadRoom, type UploadLimits, type UploadRoomDeps } from './upload-room.ts';

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
