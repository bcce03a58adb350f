import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A pipe for the output of a program. */
export interface OutputPipe {
  /** Ends when no process has the pipe open any more. */
  readonly reader: Socket;
  /** The file descriptor to pass to a process; the caller closes it. */
  readonly writer: number;
}

// One process makes them all; it costs as much as half a script.
const batchSize = 32;

/**
 * Named pipes for the outputs of scripts, made in advance. The pipes that Node.js makes are sockets, which a script
 * cannot open as /dev/stdout or /dev/stderr.
 */
export class OutputPipes {
  readonly #folder: string;
  #paths: string[] = [];

  /** @param folder a folder that only this user can read */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes sure that there is one to open. @throws {Error} if the system cannot make any */
  async prepare(): Promise<void> {
    if (this.#paths.length > 0) return;
    const paths = Array.from({ length: batchSize }, () => join(this.#folder, `output-${randomUUID()}`));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
    this.#paths = paths;
  }

  /** @throws {Error} if there is none, or the system cannot open it */
  open(): OutputPipe {
    const path = this.#paths.pop();
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
