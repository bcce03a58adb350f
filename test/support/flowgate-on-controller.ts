import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { isFinal, type ExecutionState } from '../../src/lifecycle/execution-state.ts';
import { controllerUnderTest, ownFolder } from './controller-under-test.ts';
import { spawnFlowgate, type FlowgateProcess } from './flowgate-process.ts';
import { JenkinsByHand } from './jenkins-by-hand.ts';
import { temporaryFolder } from './redis.ts';

/** An execution as returned by `GET /executions/{id}`. */
export interface ShownExecution {
  readonly id: string;
  readonly state: ExecutionState;
  readonly reason?: string;
  /** What delays it. */
  readonly trouble?: string;
  /** ISO 8601. */
  readonly endedAt?: string;
  readonly build?: { readonly number: number; readonly url: string };
  readonly tasks?: readonly ShownTask[];
  readonly outputs?: JsonObject;
}

interface ShownTask {
  /** In a subflow `build/image`. */
  readonly path: string;
  readonly state: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt?: string;
}

/** The error for a request that Flowgate did not accept. */
export class NotAccepted extends Error {
  readonly status: number;
  readonly answer: string;

  constructor(what: string, status: number, answer: string) {
    super(`${what} was answered with ${status}: ${answer.slice(0, 500)}`);
    this.status = status;
    this.answer = answer;
  }
}

const namespace = 'examples';

/**
 * A Flowgate in its own process that runs flows of the namespace `examples` on the controller under test, in a unique
 * folder. It is used only over HTTP.
 */
export class FlowgateOnController {
  readonly jenkins: JenkinsByHand;
  /** At the top level of the controller. */
  readonly folder: string;
  readonly #data: string;
  readonly #process: FlowgateProcess;
  readonly #url: string;

  static async start(): Promise<FlowgateOnController> {
    const { url, user, token } = controllerUnderTest();
    const [folder, data] = [ownFolder(), temporaryFolder()];
    const process = spawnFlowgate({
      JENKINS_URL: url,
      JENKINS_USER: user,
      JENKINS_TOKEN: token,
      JENKINS_FOLDER: folder,
      FLOWGATE_DATA: data,
      FLOWGATE_LOG_LEVEL: 'error',
      FLOWGATE_RATE_LIMIT: '0',
    });
    return new FlowgateOnController({ folder, data, process, url: await process.url });
  }

  private constructor({
    folder,
    data,
    process,
    url,
  }: {
    readonly folder: string;
    readonly data: string;
    readonly process: FlowgateProcess;
    readonly url: string;
  }) {
    this.folder = folder;
    this.jenkins = new JenkinsByHand(controllerUnderTest(), folder);
    this.#data = data;
    this.#process = process;
    this.#url = url;
  }

  /** Stores the first revision of a flow. @throws {NotAccepted} */
  async store(flow: string): Promise<void> {
    await this.#call('POST', '/flows', flow, 'application/x-yaml');
  }

  async jenkinsfile(flow: string): Promise<string> {
    return (await this.#call('GET', `/flows/${namespace}/${flow}/jenkinsfile`)).text();
  }

  /** @returns the ID of the execution @throws {NotAccepted} */
  async run(flow: string, inputs: JsonObject = {}): Promise<string> {
    const answer = await this.#call('POST', `/flows/${namespace}/${flow}/executions`, JSON.stringify({ inputs }));
    return ((await answer.json()) as ShownExecution).id; // per the contract, as below
  }

  async read(id: string): Promise<ShownExecution> {
    return (await (await this.#call('GET', `/executions/${id}`)).json()) as ShownExecution;
  }

  async log(id: string): Promise<string> {
    return (await this.#call('GET', `/executions/${id}/logs`)).text();
  }

  /** @throws {NotAccepted} also if it has ended */
  async stop(id: string): Promise<void> {
    await this.#call('POST', `/executions/${id}/stop`);
  }

  /** Reads an execution until it matches, or has ended; undefined if neither happens in time. */
  async until(
    id: string,
    isReached: (execution: ShownExecution) => boolean,
    { every = 200, within = 600_000 } = {},
  ): Promise<ShownExecution | undefined> {
    const end = performance.now() + within;
    do {
      const execution = await this.read(id);
      if (isReached(execution) || isFinal(execution.state)) return execution;
      await pause(every);
    } while (performance.now() < end);
    return undefined;
  }

  /** The number of builds that the controller runs at once. */
  async executors(): Promise<number> {
    const answer = await this.jenkins.request('/computer/api/json?tree=totalExecutors');
    return Math.max(1, ((await answer.json()) as { totalExecutors: number }).totalExecutors); // the reply of Jenkins
  }

  /** Stops the process, and removes everything in the folder. */
  async close(): Promise<void> {
    this.#process.child.kill('SIGTERM');
    await this.#process.end;
    await this.jenkins.deleteFolder(this.folder);
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #call(method: string, path: string, body?: string, type = 'application/json'): Promise<Response> {
    const headers = { 'x-oidc-sub': 'ada', ...(body !== undefined && { 'content-type': type }) };
    const answer = await fetch(this.#url + path, { method, body, headers });
    if (!answer.ok) throw new NotAccepted(`${method} ${path}`, answer.status, await answer.text());
    return answer;
  }
}
