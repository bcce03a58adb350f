import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A pipe for the output of a program, as file descriptors that the caller closes. */
export interface OutputPipe {
  /** It does not block, and ends when no process has the other end open anymore. */
  readonly reader: number;
  readonly writer: number;
}

export interface PipeMaker {
  /** A folder that only this user can read. */
  readonly folder: string;
  /** The environment of the program that creates them. */
  readonly environment: Readonly<Record<string, string>>;
}

// One process creates them all, at half the cost of a script. Each that waits takes two file descriptors.
const batchSize = 16;

/**
 * Pipes for the outputs of scripts, created in advance and without a name, so that any execution can take them. Those
 * that Node.js creates are sockets, which a script cannot open as /dev/stdout or /dev/stderr.
 */
export class OutputPipes {
  readonly #ready: OutputPipe[] = [];
  #creating: Promise<void> | undefined;

  /** @param maker creates the next ones if none is left @throws {Error} if the system cannot create or open any */
  async take(maker: PipeMaker): Promise<OutputPipe> {
    for (;;) {
      const pipe = this.#ready.pop();
      if (pipe !== undefined) return pipe;
      // Another execution may end while it creates them, and its folder with it.
      if (this.#creating !== undefined) await this.#creating.catch(() => undefined);
      else await (this.#creating = this.#create(maker).finally(() => (this.#creating = undefined)));
    }
  }

  async #create({ folder, environment }: PipeMaker): Promise<void> {
    const paths = Array.from({ length: batchSize }, () => join(folder, `output-${randomUUID()}`));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths], { env: environment });
    try {
      for (const path of paths) this.#ready.push(openPipe(path));
    } catch (error) {
      // Of the file descriptors that are left, one pipe is enough.
      if (this.#ready.length === 0) throw error;
    } finally {
      for (const path of paths) rmSync(path, { force: true });
    }
  }
}

export const outputPipes = new OutputPipes();

function openPipe(path: string): OutputPipe {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return { reader, writer: openSync(path, constants.O_WRONLY) };
  } catch (error) {
    closeSync(reader);
    throw error;
  }
}

export function closePipe({ reader, writer }: OutputPipe): void {
  closeSync(reader);
  closeSync(writer);
}
