import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A pipe for the output of a program. */
export interface OutputPipe {
  /** Ends when no process has the pipe open anymore. */
  readonly reader: Socket;
  /** The file descriptor to pass to a process; the caller closes it. */
  readonly writer: number;
}

export interface OutputPipesOptions {
  /** A folder that only this user can read. */
  readonly folder: string;
  /** The environment of the program that creates them. */
  readonly environment: Readonly<Record<string, string>>;
}

// One process creates them all, at half the cost of a script.
const batchSize = 32;

/**
 * Named pipes for the outputs of scripts, created in advance. The pipes that Node.js creates are sockets, which a
 * script cannot open as /dev/stdout or /dev/stderr.
 */
export class OutputPipes {
  readonly #options: OutputPipesOptions;
  readonly #paths: string[] = [];
  /** How many are prepared and not yet open: scripts can start at the same time. */
  #claimed = 0;
  #creating: Promise<void> | undefined;

  constructor(options: OutputPipesOptions) {
    this.#options = options;
  }

  /** Makes sure that one is available. @throws {Error} if the system cannot create any */
  async prepare(): Promise<void> {
    this.#claimed++;
    try {
      while (this.#paths.length < this.#claimed)
        await (this.#creating ??= this.#create().finally(() => (this.#creating = undefined)));
    } catch (error) {
      this.#claimed--;
      throw error;
    }
  }

  async #create(): Promise<void> {
    const { folder, environment } = this.#options;
    const paths = Array.from({ length: batchSize }, () => join(folder, `output-${randomUUID()}`));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths], { env: environment });
    this.#paths.push(...paths);
  }

  /** @throws {Error} if no pipe is left, or the system cannot open it */
  open(): OutputPipe {
    const path = this.#paths.pop();
    this.#claimed = Math.max(0, this.#claimed - 1);
    if (path === undefined) throw new Error('there is no pipe');
    const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const writer = openSync(path, constants.O_WRONLY);
      // From here on it has no name.
      unlinkSync(path);
      return { reader: new Socket({ fd: read, readable: true, writable: false }), writer };
    } catch (error) {
      closeSync(read);
      throw error;
    }
  }
}
