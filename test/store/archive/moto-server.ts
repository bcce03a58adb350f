import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
// @ts-expect-error the scripts that set a machine up run before anything is compiled, and have no types
import { ensurePythonEnvironment } from '../../../scripts/setup/python-environment.mjs';

/** The program of moto's server; undefined without a network. */
export function motoProgram(): string | undefined {
  try {
    return join(ensurePythonEnvironment('moto', 'test/store/archive/moto.txt'), 'bin', 'moto_server');
  } catch {
    return undefined;
  }
}

/** A server of moto, in memory. */
export class MotoServer {
  readonly url: string;
  readonly #process: ChildProcess;

  static async start(program: string, bucket: string): Promise<MotoServer> {
    const port = await freePort();
    const server = new MotoServer(
      spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' }),
      `http://127.0.0.1:${port}`,
    );
    const create = () =>
      fetch(`${server.url}/${bucket}`, { method: 'PUT' }).then(
        ({ ok }) => ok,
        () => false,
      );
    while (server.#process.exitCode === null && !(await create())) await sleep(100);
    return server;
  }

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.kill();
    await exit;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens
  server.close();
  await once(server, 'close');
  return port;
}
