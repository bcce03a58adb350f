import { destination } from 'pino';
import { setInterval } from '../timers/timers.ts';

export interface LogLoss {
  /** How many lines were not written. */
  readonly lines: number;
  /** The code of the error, such as ENOSPC. */
  readonly reason: string;
}

// The limit of lines that are buffered until they can be written. Newer lines are lost.
const maxKeptBytes = 64 * 1024;
const retryMilliseconds = 5_000;

/**
 * Writes lines to a file descriptor, synchronously: the last one is the reason for an exit. If they cannot be written,
 * because the disk is full or the reader of a pipe has closed it, the process continues.
 */
export class LogOutput {
  readonly #stream: ReturnType<typeof destination>;
  readonly #onRecovered: (loss: LogLoss) => void;
  #failure: string | undefined;
  #lost = 0;
  #retrying: NodeJS.Timeout | undefined;

  /** @param onRecovered called when lines can be written again after some were lost */
  constructor(descriptor: number, onRecovered: (loss: LogLoss) => void) {
    this.#onRecovered = onRecovered;
    this.#stream = destination({ fd: descriptor, sync: true, maxLength: maxKeptBytes });
    this.#stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#failure = error.code ?? error.message;
      this.#retrying ??= setInterval(() => this.#retry(), retryMilliseconds).unref();
    });
    this.#stream.on('drop', () => (this.#lost += 1));
  }

  /** @param line including its line break */
  write(line: string): void {
    this.#retry();
    this.#stream.write(line);
  }

  #retry(): void {
    const reason = this.#failure;
    if (reason === undefined) return;
    this.#failure = undefined;
    // Continues where the last line was cut off.
    this.#stream.write('');
    if (this.#isFailing()) return;
    clearInterval(this.#retrying);
    this.#retrying = undefined;
    const lines = this.#lost;
    this.#lost = 0;
    if (lines > 0) this.#onRecovered({ lines, reason });
  }

  #isFailing(): boolean {
    return this.#failure !== undefined;
  }
}
