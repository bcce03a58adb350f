import { cutOffLine, wholeBytes } from '../../../language/execution-plan/log-limits.ts';
import { LogFolder } from './log-folder.ts';

export interface LogIntakeOptions {
  readonly executionId: string;
  readonly folder: LogFolder;
  /** Max bytes of a log that needs no file. */
  readonly maxWithoutFile: number;
  /** Called with each error that cuts off the log. */
  readonly report: (error: unknown, what: string) => void;
}

/** The location of a complete log: in a file, or in the text. */
export interface TakenLog {
  /** Empty without a file. */
  readonly name: string;
  /** Of the file, in bytes. */
  readonly size: number;
  readonly text: Buffer;
}

// Fewer and larger writes; each is on the disk before the next one.
const writeBytes = 1024 * 1024;

/** Receives a log from beginning to end. No part of it counts before the end. */
export class LogIntake {
  readonly #options: LogIntakeOptions;
  /** The part that is not in the file yet. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** The beginning, which is kept if the file cannot be written. */
  #head = Buffer.alloc(0);
  #name = '';
  #size = 0;
  #failure: unknown;

  constructor(options: LogIntakeOptions) {
    this.#options = options;
  }

  async add(bytes: Buffer): Promise<void> {
    const { maxWithoutFile } = this.#options;
    if (this.#failure !== undefined) return;
    if (this.#head.length < maxWithoutFile)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, maxWithoutFile - this.#head.length)]);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= writeBytes) await this.#write();
  }

  async end(): Promise<TakenLog> {
    const isShort = this.#name === '' && this.#pendingBytes <= this.#options.maxWithoutFile;
    if (!isShort && this.#failure === undefined) await this.#write();
    if (this.#failure !== undefined) {
      const line = Buffer.from(cutOffLine(this.#failure));
      return { name: '', size: 0, text: Buffer.concat([wholeBytes(this.#head), line]) };
    }
    return { name: this.#name, size: this.#size, text: Buffer.concat(this.#pending) };
  }

  async #write(): Promise<void> {
    const { executionId, folder, report } = this.#options;
    if (this.#name === '') this.#name = LogFolder.newName(executionId);
    try {
      await folder.write(this.#name, this.#size, this.#pending);
      this.#size += this.#pendingBytes;
    } catch (error) {
      this.#failure = error;
      report(error, `write the log of ${executionId}`);
      await folder.remove(this.#name).catch(() => undefined); // if it cannot be removed, it is swept
    }
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
