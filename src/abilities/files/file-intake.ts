import type { Readable } from 'node:stream';
import { AppError } from '../../base/problem/app-error.ts';
import { dataSizeText } from '../../base/text/data-size.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { isFile, typeOf, type FileInput } from '../../language/inputs/input.ts';
import { SecretIds } from '../../language/inputs/secret-ids.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import type { FileContents } from '../../store/files/file-contents.ts';
import { FileTooLarge } from '../../store/files/file-folder.ts';
import type { ReceivedFile, UploadRoom } from '../../store/files/upload-room.ts';
import { fileRejection } from './file-rejection.ts';

export interface FileIntakeOptions {
  readonly flow: ValidatedFlow;
  readonly contents: FileContents;
  /** Room for the files of this request; released together with them. */
  readonly room: UploadRoom;
  /** Max size of any file in bytes. */
  readonly limit: number;
}

/** The files of one request, each for an input of a flow, until they are kept or discarded. */
export class FileIntake {
  readonly flow: ValidatedFlow;
  /** What violations may show. */
  readonly secrets: SecretIds;
  readonly #contents: FileContents;
  readonly #room: UploadRoom;
  readonly #limit: number;
  readonly #taken = new Set<string>();
  readonly #received = new Map<string, ReceivedFile>();

  constructor({ flow, contents, room, limit }: FileIntakeOptions) {
    this.flow = flow;
    this.secrets = new SecretIds(flow.inputs);
    this.#contents = contents;
    this.#room = room;
    this.#limit = limit;
  }

  /** By input ID, in order of arrival: a small file can reach the disk before a larger one that arrived earlier. */
  get received(): ReadonlyMap<string, ReceivedFile> {
    return new Map(
      [...this.#taken].flatMap((inputId) => {
        const file = this.#received.get(inputId);
        return file === undefined ? [] : [[inputId, file]];
      }),
    );
  }

  /**
   * Receives the file for an input. An empty form field, without a name and without bytes, does not count as a file.
   * @returns the violation, as soon as it is known; the file is then removed
   * @throws {AppError} `body-too-large` if the file exceeds the limit for any file, `files-unavailable`, as UploadRoom.admit;
   * errors of the stream
   */
  async take(inputId: string, filename: string, content: Readable): Promise<InputViolation | undefined> {
    const input = this.flow.inputs.find(({ id }) => id === inputId);
    if (input !== undefined && isFile(input) && filename === '' && (await isEmpty(content))) return undefined;
    const rejection = fileRejection(this.flow, inputId, filename);
    if (rejection !== undefined || input === undefined || !isFile(input)) return rejection;
    const violation = (message: string): InputViolation => ({ inputId, message, providedValue: { filename } });
    if (this.#taken.has(inputId)) return violation('Only one file can be given');
    this.#taken.add(inputId);
    const { messages } = typeOf(input).check({ filename, size: 0 }, input);
    if (messages.length > 0) return violation(messages.join('; '));
    return this.#receive(input, filename, content, violation);
  }

  /** Removes every file that was not kept, and releases its room. */
  async discard(): Promise<void> {
    try {
      for (const file of this.#received.values()) await this.#contents.discard(file);
    } finally {
      await this.#room.release();
    }
  }

  async #receive(
    input: FileInput,
    filename: string,
    content: Readable,
    violation: (message: string) => InputViolation,
  ): Promise<InputViolation | undefined> {
    const { maxSize = Infinity } = input.constraints;
    try {
      this.#received.set(
        input.id,
        await this.#contents.receive(filename, content, { limit: Math.min(maxSize, this.#limit), room: this.#room }),
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof FileTooLarge)) throw error;
      if (maxSize <= this.#limit) return violation(`The file must not be larger than ${dataSizeText(maxSize)}`);
      throw new AppError(
        'body-too-large',
        `A file must have at most ${this.#limit} bytes (${dataSizeText(this.#limit)}).`,
        { limit: this.#limit },
      );
    }
  }
}

async function isEmpty(content: Readable): Promise<boolean> {
  for await (const chunk of content) if (chunk.length > 0) return false;
  return true;
}
