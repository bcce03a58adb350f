import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { anonymous, page, plain, starting, unauthorised, type Answer } from './answer.ts';
import { FaultPlan, type Fault } from './fault-plan.ts';
import { findItem, type StandInJob } from './items.ts';
import { StandInApi } from './stand-in-api.ts';
import type { StandInBuild } from './stand-in-build.ts';
import { StandInQueue, type QueueTiming } from './stand-in-queue.ts';

export interface StandInOptions {
  /** Max running builds; further builds wait for an executor. */
  readonly executors?: number;
  readonly timing?: Partial<QueueTiming>;
  /** Its public key; another one for each by default. */
  readonly publicKey?: string;
}

/** A build as tests count them. */
export interface BuildReport {
  /** `/job/flows/job/demo/job/hello` */
  readonly job: string;
  readonly number: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** The digest of the script that it ran. */
  readonly digest: string | undefined;
  readonly building: boolean;
  readonly result: string | null;
  readonly description: string | null;
  /** Later than the result. */
  readonly isLogComplete: boolean;
  /** Paths of the tasks that began; empty if the guard rejected the build. */
  readonly ran: readonly string[];
}

const usualTiming: QueueTiming = {
  leave: 40,
  forget: 300_000,
  boot: 20,
  task: 20,
  lastLine: 20,
  stopPause: 20,
  save: 1_000,
};

/**
 * A Jenkins for tests, on a free loopback port: folders, jobs, secrets, queue, builds and logs, with the replies
 * and the quirks of a real one (docs/decisions/jenkins.md) and without its Groovy: a build follows its `BuildPlan`.
 */
export class StandInJenkins {
  readonly user = 'flowgate';
  readonly token = '11aa0dd0b2d5f4c3a1e9b8f7e6d5c4b3a2';
  readonly url: string;
  /** Its public key. */
  readonly publicKey: string;
  /** Every request, `POST /job/a/createItem`. */
  readonly requests: string[] = [];
  /** The `traceparent` of each request that had one. */
  readonly traceparents: string[] = [];
  readonly #server: Server;
  readonly #api: StandInApi;
  readonly #faults: FaultPlan;
  /** When Jenkins starts again after the latest crash, in milliseconds since 1970. */
  #startingAt = 0;
  #upAt = 0;

  static async start(options: StandInOptions = {}): Promise<StandInJenkins> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new StandInJenkins(server, options);
  }

  private constructor(server: Server, { executors = Infinity, timing = {}, publicKey = randomUUID() }: StandInOptions) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port, not on a socket
    this.#api = new StandInApi(new StandInQueue({ ...usualTiming, ...timing }, executors));
    this.#faults = new FaultPlan();
    this.publicKey = publicKey;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response));
  }

  /** Takes effect now; an empty list ends all faults. */
  misbehave(faults: readonly Fault[]): void {
    this.#faults.set(faults);
  }

  addExecutors(count: number): void {
    this.#api.queue.addExecutors(count);
  }

  /** Ends like a process that is killed, and starts again: it is down, and then not ready yet, for as long each. */
  crash(milliseconds: number): void {
    this.#upAt = Date.now() + 2 * milliseconds;
    this.#startingAt = Date.now() + milliseconds;
    this.#api.queue.crash();
    this.#server.closeAllConnections();
  }

  builds(): readonly BuildReport[] {
    return this.#api.builds().map(reportOf);
  }

  /** Lets every task that runs end now, as if its time were over: so a test need not hurry before it ends. */
  endTasks(): void {
    for (const build of this.#api.builds()) build.endTask();
  }

  /** The job at a path, `/job/flows/job/demo/job/hello`, for reading its configuration. */
  job(path: string): StandInJob | undefined {
    const item = findItem(this.#api.root, path);
    return item?.kind === 'job' ? item : undefined;
  }

  /** The secret texts in a folder by ID. */
  secrets(folderPath: string): ReadonlyMap<string, string> {
    const item = findItem(this.#api.root, folderPath);
    return item?.kind === 'folder' ? item.secrets : new Map();
  }

  async stop(): Promise<void> {
    this.#api.queue.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const asked = `${request.method} ${url.pathname}`;
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return; // disconnected before sending the request
    if (url.pathname.startsWith('/stand-in/')) return this.#control(url.pathname, body, response);
    this.requests.push(asked);
    const { traceparent } = request.headers;
    if (typeof traceparent === 'string') this.traceparents.push(traceparent);
    if (Date.now() < this.#startingAt) return void response.destroy();
    const fault = this.#faults.take(asked);
    if (fault?.kind === 'down') return void response.destroy();
    if (fault?.kind === 'late') await sleep(fault.milliseconds ?? 1000);
    const answer =
      (fault && rejections[fault.kind]) ??
      this.#unready ??
      (url.pathname === '/login' ? this.#loginPage : undefined) ??
      this.#rejection(request) ??
      this.#answer(request, url, body);
    if (fault?.kind === 'lost') return void response.destroy();
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    if (fault?.kind !== 'cut' && fault?.kind !== 'silent') return void response.end(answer.body);
    response.write(answer.body.subarray(0, answer.body.length / 2));
    if (fault.kind === 'cut') setTimeout(() => response.destroy(), 20);
  }

  #answer(request: IncomingMessage, url: URL, body: Buffer): Answer {
    try {
      const { method = 'GET', headers } = request;
      return this.#api.answer({
        method,
        path: url.pathname,
        query: url.searchParams,
        contentType: headers['content-type'] ?? '',
        body,
        origin: this.url,
        user: this.user,
      });
    } catch {
      return page(500);
    }
  }

  /** As every page, it has the key of this Jenkins in its head. */
  get #loginPage(): Answer {
    const { status, headers, body } = page(200);
    return { status, headers: { ...headers, 'x-instance-identity': this.publicKey }, body };
  }

  get #unready(): Answer | undefined {
    return Date.now() < this.#upAt ? starting : undefined;
  }

  #rejection({ headers: { authorization } }: IncomingMessage): Answer | undefined {
    if (authorization === undefined) return anonymous;
    return authorization === `Basic ${Buffer.from(`${this.user}:${this.token}`).toString('base64')}`
      ? undefined
      : unauthorised;
  }

  /** The requests that another process can make. */
  #control(path: string, body: Buffer, response: ServerResponse): void {
    if (path === '/stand-in/faults') this.misbehave(JSON.parse(body.toString()) as readonly Fault[]); // written by a test
    if (path === '/stand-in/crash') this.crash(JSON.parse(body.toString()) as number); // as above
    const answer = path === '/stand-in/builds' ? this.builds() : {};
    response.end(JSON.stringify(answer));
  }
}

const rejections: Partial<Record<Fault['kind'], Answer>> = {
  starting,
  unauthorised,
  forbidden: page(403),
  missing: page(404),
  failed: page(500),
  'log-in': plain(200, { 'content-type': 'text/html' }, '<html><body>Who are you?</body></html>'),
};

function reportOf(build: StandInBuild): BuildReport {
  const { number, digest, building, result, description, ran } = build;
  return {
    job: build.job.path,
    number,
    parameters: Object.fromEntries(build.parameters),
    digest,
    building,
    result,
    description,
    ran,
    isLogComplete: build.log.complete,
  };
}
