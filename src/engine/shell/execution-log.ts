import type { SecretMask } from '../../masking/secret-mask.ts';
import type { RunReport } from '../local/run-ports.ts';

export interface ExecutionLogOptions {
  readonly report: RunReport;
  readonly mask: SecretMask;
  readonly maxBytes: number;
}

/** A text for the log that arrives in chunks of bytes. */
export interface LogStream {
  /** A promise holds the writer up until it resolves. */
  push(bytes: Uint8Array): void | Promise<void>;
  end(): void | Promise<void>;
}

/** The log of an execution: masked, and limited in size. */
export class ExecutionLog {
  readonly #options: ExecutionLogOptions;
  #left: number;

  constructor(options: ExecutionLogOptions) {
    this.#options = options;
    this.#left = options.maxBytes;
  }

  /** Logs a complete text. */
  write(text: string, path: string | undefined): void | Promise<void> {
    return this.#log(this.#options.mask.apply(text), path);
  }

  /** Logs the output of a script; the last stream must have ended. */
  stream(path: string): LogStream {
    const { mask } = this.#options;
    // Characters can be cut between chunks.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return {
      push: (bytes) => this.#log(mask.push(decoder.decode(bytes, { stream: true })), path),
      end: () => this.#log(mask.push(decoder.decode()) + mask.end(), path),
    };
  }

  #log(text: string, path: string | undefined): void | Promise<void> {
    if (text === '' || this.#left < 0) return undefined;
    const { report, maxBytes } = this.#options;
    const bytes = Buffer.byteLength(text);
    if (bytes <= this.#left) {
      this.#left -= bytes;
      return report.log(text, path);
    }
    const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, this.#left), { stream: true });
    this.#left = -1;
    return report.log(`${kept}\nFlowgate: the log is longer than ${maxBytes} bytes; the rest is discarded\n`, path);
  }
}
