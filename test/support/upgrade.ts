import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import type { ExecutionRecord } from '../../src/lifecycle/execution-record.ts';
import { readLockFile } from '../../src/store/executions/locks/read-lock-file.ts';
import { openStoreFormat } from '../../src/store/migrations/redis-store-format.ts';
import { archiveIn } from '../abilities/keep/archive/archive-rig.ts';
import { freePort } from './flowgate-fleet.ts';
import { spawnFlowgate } from './flowgate-process.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { temporaryFolder } from './redis.ts';
import { withWorker } from './running-gateway.ts';
import { StandInJenkins } from './stand-in-jenkins/stand-in-jenkins.ts';
import {
  loadStoredFixture,
  repeatRequests,
  storedJenkinsKey,
  writeStoredFiles,
  type OpenExecutions,
} from './stored-fixture.ts';

const key = 'a key for the tests alone';
const publicUrl = 'http://flowgate.example';
const locks = 'locks: {press: {permits: 1, namespaces: ["*"]}}\n';
const leaseMilliseconds = 60_000;

/** Where a process of today's Flowgate is killed. */
export interface KillPoint {
  /** What it writes to Redis. */
  readonly text: string;
  /** How many times it has written that before. */
  readonly after: number;
  /** Whether it writes it. */
  readonly isSent: boolean;
}

/** For `NODE_OPTIONS`. */
const killer = (port: number, { text, after, isSent }: KillPoint) =>
  `--import data:text/javascript,${encodeURIComponent(
    `import{Socket}from'node:net';const{write}=Socket.prototype;let left=${after};` +
      `Socket.prototype.write=function(...given){const send=()=>write.apply(this,given);` +
      `if(this.remotePort!==${port}||!String(given[0]).includes('${text}')||left-->0)return send();` +
      `if(${isSent})send();process.kill(process.pid,'SIGKILL')}`,
  )}`;

/** The executions of a fixture, opened by the Flowgate of today. */
export class Upgrade {
  readonly gateway: TestGateway;
  readonly jenkins: StandInJenkins | undefined;
  readonly #fixture: OpenExecutions;
  readonly #archive: string;
  #stopWorking: () => Promise<void>;

  /** @param engine as in the name of the fixture */
  static async open(engine: string): Promise<Upgrade> {
    const jenkins =
      engine === 'jenkins'
        ? await StandInJenkins.start({ publicKey: storedJenkinsKey, timing: { leave: 0 } })
        : undefined;
    const archive = temporaryFolder();
    const gateway = await startTestGateway({
      ...(jenkins
        ? { jenkins: { folder: 'flows', url: jenkins.url, user: jenkins.user, token: jenkins.token, credentials: [] } }
        : { engineName: 'local', executors: 2 }),
      key,
      publicUrl,
      locks: readLockFile(locks).value!,
      archive: archiveIn(archive),
    });
    const fixture = await loadStoredFixture<OpenExecutions>(gateway.redis.redis, `open-${engine}`);
    writeStoredFiles(fixture, { data: gateway.dataFolder, files: gateway.filesFolder, archive });
    if (jenkins !== undefined) await repeatRequests(fixture, jenkins);
    await openStoreFormat(gateway.redis.redis, { version: '0.2.0', report: () => undefined });
    return new Upgrade({ gateway, jenkins, fixture, archive });
  }

  private constructor({
    gateway,
    jenkins,
    fixture,
    archive,
  }: Pick<Upgrade, 'gateway' | 'jenkins'> & { readonly fixture: OpenExecutions; readonly archive: string }) {
    this.gateway = gateway;
    this.jenkins = jenkins;
    this.#fixture = fixture;
    this.#archive = archive;
    this.#stopWorking = () => gateway.stop();
  }

  /** Of all executions. */
  get names(): readonly string[] {
    return Object.keys(this.#fixture.ids);
  }

  id(name: string): string {
    const id = this.#fixture.ids[name];
    if (id === undefined) throw new Error(`The fixture has no execution "${name}"`);
    return id;
  }

  /** Starts processes on the store, each of which is killed. @returns the executions that ran in them */
  async kill(points: readonly KillPoint[]): Promise<readonly string[]> {
    const { gateway, jenkins } = this;
    const before = await this.#running();
    const port = await freePort();
    await gateway.redis.redis.config('SET', 'port', port);
    const lockFile = join(temporaryFolder(), 'locks.yaml');
    writeFileSync(lockFile, locks);
    for (const point of points) {
      const { status, errors } = await spawnFlowgate({
        NODE_OPTIONS: killer(port, point),
        REDIS_URL: `redis://127.0.0.1:${port}`,
        FLOWGATE_KEY: key,
        FLOWGATE_DATA: gateway.dataFolder,
        FLOWGATE_FILES: gateway.filesFolder,
        FLOWGATE_LOCKS: lockFile,
        FLOWGATE_ARCHIVE: this.#archive,
        FLOWGATE_PUBLIC_URL: publicUrl,
        FLOWGATE_LOG_LEVEL: 'error',
        ...(jenkins
          ? {
              FLOWGATE_ROLE: 'worker',
              JENKINS_URL: jenkins.url,
              JENKINS_USER: jenkins.user,
              JENKINS_TOKEN: jenkins.token,
            }
          : { FLOWGATE_ENGINE: 'local' }),
      }).end;
      if (status !== null || errors !== '') throw new Error(`It was not killed: ${errors}`);
      await this.#expireLeases();
    }
    return (await this.#running()).filter((name) => !before.includes(name));
  }

  /** As if the processes had been killed a minute ago. */
  async #expireLeases(): Promise<void> {
    const { redis } = this.gateway.redis;
    for (const name of await redis.keys('*')) {
      const left = await redis.pttl(name);
      if (left >= 0 && left < leaseMilliseconds) await redis.del(name);
    }
  }

  async #running(): Promise<readonly string[]> {
    const all = await Promise.all(this.names.map(async (name) => ({ name, ...(await this.record(name)) })));
    return all.filter(({ phase }) => phase === 'running').map(({ name }) => name);
  }

  /** Starts the worker of this process. */
  work(): void {
    this.#stopWorking = withWorker(this.gateway).stop;
  }

  async record(name: string): Promise<ExecutionRecord> {
    const record = await this.gateway.ports.store.read(this.id(name));
    if (record === undefined) throw new Error(`The execution "${name}" is lost`);
    return record;
  }

  async until(name: string, goal: (record: ExecutionRecord) => boolean): Promise<ExecutionRecord> {
    for (;;) {
      const record = await this.record(name);
      if (goal(record)) return record;
      if (record.phase === 'ended') throw new Error(`${name}: ${record.state}: ${record.reason}`);
      await sleep(20);
    }
  }

  /** Lets the tasks of the builds end that ran meanwhile, and waits until the next ones of `running` run. */
  async endFirstTasks(): Promise<void> {
    if (this.jenkins === undefined) return;
    this.jenkins.endTasks();
    const states = ({ tasks }: ExecutionRecord) => tasks.map(({ state }) => state).join(' ');
    await this.until('running', (record) => states(record) === 'SUCCESS RUNNING');
  }

  /** How an execution ends; lets the tasks of builds end. */
  async endOf(name: string): Promise<string> {
    await this.until(name, ({ phase }) => {
      this.jenkins?.endTasks();
      return phase === 'ended';
    });
    const { state, reason } = (await this.get(`/executions/${this.id(name)}`)).body;
    return reason === undefined ? state : `${state}: ${reason}`;
  }

  async approve(name: string): Promise<void> {
    await this.until(name, ({ waitingFor }) => waitingFor?.kind === 'approval');
    await this.post(`/executions/${this.id(name)}/decision`, { task: 'ok', decision: 'APPROVE' }).expect(202);
  }

  get(path: string) {
    return request(this.gateway.app).get(path).set('x-oidc-sub', 'ada').expect(200);
  }

  post(path: string, body: object = {}, headers = {}) {
    return request(this.gateway.app)
      .post(path)
      .set({ 'x-oidc-sub': 'ada', ...headers })
      .send(body);
  }

  /** The names of the executions that a list shows. */
  async listed(query: string): Promise<readonly string[]> {
    const { executions } = (await this.get(`/executions?limit=100&${query}`)).body;
    const names = new Map(Object.entries(this.#fixture.ids).map(([name, id]) => [id, name]));
    return (executions as readonly { readonly id: string }[]).map(({ id }) => names.get(id) ?? id).toSorted();
  }

  /** How many executions have ended in each state, as the store has counted them. */
  async counted(): Promise<Readonly<Record<string, number>>> {
    const { redis } = this.gateway.redis;
    const counts: Record<string, number> = {};
    for (const day of await redis.keys('{flowgate}:executions:days:*'))
      for (const [name, count] of Object.entries(await redis.hgetall(day))) {
        const [owner, state = ''] = name.split(' ');
        if (owner === 'up') counts[state] = (counts[state] ?? 0) + Number(count);
      }
    return counts;
  }

  async stop(): Promise<void> {
    await this.#stopWorking();
    await this.jenkins?.stop();
  }
}
