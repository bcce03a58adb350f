import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis } from '../../src/store/redis/connect-redis.ts';
import { spawnFlowgate, type FlowgateProcess } from './flowgate-process.ts';
import { isReady, temporaryFolder } from './redis.ts';

/** A Redis that keeps its data whenever it is killed. */
export class RedisProcess {
  readonly #port: number;
  readonly #folder = temporaryFolder();
  #child: ChildProcess;

  static async start(): Promise<RedisProcess> {
    const redis = new RedisProcess(await freePort());
    await redis.#ready();
    return redis;
  }

  private constructor(port: number) {
    this.#port = port;
    this.#child = this.#spawn();
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** It neither answers nor closes its connections. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Kills it for good, and removes its data. */
  remove(): void {
    this.#child.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
    this.kill();
  }

  /** Starts again after a kill. */
  async restart(): Promise<void> {
    this.#child = this.#spawn();
    await this.#ready();
  }

  #spawn(): ChildProcess {
    const persistence = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--dir', this.#folder];
    const child = spawn('redis-server', ['--port', String(this.#port), '--bind', '127.0.0.1', ...persistence], {
      stdio: 'ignore',
    });
    // It ends by itself while another program uses its port for a moment.
    child.once('exit', (status) => {
      if (status !== null) setTimeout(() => (this.#child = this.#spawn()), 200);
    });
    return child;
  }

  async #ready(): Promise<void> {
    const redis = connectRedis({ url: this.url }, () => undefined);
    await isReady(redis);
    redis.disconnect();
  }
}

/** An execution as returned by `GET /executions/{id}`. */
export interface ShownExecution {
  readonly id: string;
  readonly state: string;
  readonly reason?: string;
  readonly build?: { readonly number: number };
}

/** Several processes on one Redis: one that serves requests, and workers that come and go. */
export class FlowgateFleet {
  readonly redis: RedisProcess;
  readonly workers: FlowgateProcess[] = [];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #api: FlowgateProcess;

  /** @param jenkins the settings that begin with JENKINS_ */
  static async start(jenkins: Readonly<Record<string, string>>): Promise<FlowgateFleet> {
    const fleet = new FlowgateFleet(await RedisProcess.start(), jenkins);
    await fleet.#api.url;
    return fleet;
  }

  private constructor(redis: RedisProcess, jenkins: Readonly<Record<string, string>>) {
    this.redis = redis;
    const folder = temporaryFolder();
    this.#environment = {
      REDIS_URL: redis.url,
      FLOWGATE_KEY: 'a key for the tests alone',
      FLOWGATE_DATA: folder,
      FLOWGATE_LOG_LEVEL: 'error',
      ...jenkins,
    };
    this.#api = spawnFlowgate({ ...this.#environment, FLOWGATE_ROLE: 'api' });
  }

  /** The URL at which it serves requests. */
  get url(): Promise<string> {
    return this.#api.url;
  }

  startWorker(): void {
    this.workers.push(spawnFlowgate({ ...this.#environment, FLOWGATE_ROLE: 'worker' }));
  }

  /** @param options key: the idempotency key */
  async call(
    method: string,
    path: string,
    options: { readonly body?: string; readonly type?: string; readonly key?: string } = {},
  ): Promise<Response> {
    const { body, type = 'application/json', key } = options;
    const headers = { 'content-type': type, 'x-oidc-sub': 'ada', ...(key !== undefined && { 'idempotency-key': key }) };
    return fetch(`${await this.#api.url}${path}`, { method, body, headers });
  }

  /** Stores the next revision of a flow. */
  async store(namespace: string, id: string, flow: string): Promise<void> {
    const type = 'application/x-yaml';
    const created = await this.call('POST', '/flows', { body: flow, type });
    const answer =
      created.status === 409 ? await this.call('PUT', `/flows/${namespace}/${id}`, { body: flow, type }) : created;
    if (!answer.ok) throw new Error(await answer.text());
  }

  /**
   * Resolves when the execution has ended; also waits while the gateway is unavailable.
   * @throws Error if it did not succeed
   */
  async success(id: string): Promise<ShownExecution> {
    for (;;) {
      const answer = await this.call('GET', `/executions/${id}`);
      const execution = answer.ok ? ((await answer.json()) as ShownExecution) : undefined; // per the contract
      if (execution?.state === 'SUCCESS') return execution;
      if (execution !== undefined && ['FAILED', 'KILLED', 'WARNING'].includes(execution.state))
        throw new Error(`${execution.state}: ${execution.reason}`);
      await sleep(200);
    }
  }

  stop(): void {
    for (const { child } of [this.#api, ...this.workers]) child.kill('SIGKILL');
    this.redis.remove();
  }
}

/** Of TCP. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await new Promise((resolve) => server.close(resolve));
  return port;
}
