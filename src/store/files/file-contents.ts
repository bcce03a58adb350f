import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { contentName, type FileFolder } from './file-folder.ts';
import type { RedisContentIndex } from './redis-content-index.ts';
import type { ReceivedFile, UploadRoom } from './upload-room.ts';

export interface FileContent {
  readonly stream: Readable;
  /** In bytes. */
  readonly size: number;
}

const hour = 60 * 60 * 1000;
/** How long an upload can be used (docs/reference/files.md). */
export const uploadMilliseconds = 24 * hour;
// An execution that uses an upload at the last moment is recorded long before its content could be swept.
const contentMilliseconds = uploadMilliseconds + hour;

/** The contents of files: in a folder that all gateways share, each stored once, identified by its SHA-256. */
export class FileContents {
  readonly #deps;

  constructor(deps: { readonly folder: FileFolder; readonly index: RedisContentIndex; readonly now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Receives the bytes of a file; they are removed unless they are kept.
   * @param limit in bytes
   * @throws {FileTooLarge} if there are more; {AppError} `files-unavailable`, as UploadRoom.admit; errors of the stream
   */
  async receive(
    filename: string,
    source: Readable,
    { limit, room }: { readonly limit: number; readonly room: UploadRoom },
  ): Promise<ReceivedFile> {
    await room.admit(0);
    return {
      filename,
      room,
      ...(await this.#deps.folder.receive(source, { limit, admit: (bytes) => room.admit(bytes) })),
    };
  }

  /** Keeps a received file for at least a day. @throws {AppError} `files-unavailable`, `store-unavailable` */
  async keep({ path, sha256, size, room }: ReceivedFile): Promise<void> {
    const name = contentName(sha256);
    await this.#deps.folder.place(path, name);
    const before = await this.#deps.index.adopt(sha256, name, this.#until(), { size, reservation: room });
    room.kept(size);
    if (before !== undefined) await this.#deps.folder.remove(before);
  }

  /** Removes a received file that was not kept. */
  async discard({ path }: Pick<ReceivedFile, 'path'>): Promise<void> {
    await rm(path, { force: true });
  }

  /** Keeps a content for another day. @returns false if it has been removed @throws {AppError} `store-unavailable` */
  hold(sha256: string): Promise<boolean> {
    return this.#deps.index.hold(sha256, this.#until());
  }

  /** @returns undefined if it has been removed @throws {AppError} `files-unavailable`, `store-unavailable` */
  async open(sha256: string): Promise<FileContent | undefined> {
    for (let before: string | undefined; ;) {
      const name = await this.#deps.index.nameOf(sha256);
      // The same content may have been stored again under another name between the lookup and the opening.
      if (name === undefined || name === before) return undefined;
      const file = await this.#deps.folder.open(name);
      if (file !== undefined) return { size: (await file.stat()).size, stream: file.createReadStream() };
      before = name;
    }
  }

  #until(): Date {
    return new Date(this.#deps.now().getTime() + contentMilliseconds);
  }
}
