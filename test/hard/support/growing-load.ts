import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ada, briefly, send, type Answer, type Sent } from '../../../bench/rig/send.ts';
import { plannedFlow } from '../../support/running-gateway.ts';
import type { MovingGateway } from './kept-writes.ts';

/** An execution as `GET /executions/{id}` answers; the part that is checked. */
export interface EndedExecution {
  readonly id: string;
  readonly state: string;
  readonly reason?: string;
  readonly controller?: string;
  readonly namespace: string;
  readonly history: readonly { readonly state: string; readonly at: string }[];
  readonly isLocked: boolean;
}

export interface GrowingLoadOptions {
  readonly gateways: readonly MovingGateway[];
  readonly namespaces: readonly string[];
  /** The lock that one of four executions takes. */
  readonly lock: string;
  /** Milliseconds between the executions of a namespace. */
  readonly pause: number;
}

const retryPause = 200;
// A job keeps its last hundred builds, including those that gave way.
const buildsOfFlow = 40;
const finalStates: ReadonlySet<string> = new Set(['SUCCESS', 'WARNING', 'FAILED', 'KILLED']);

/** Executions of several namespaces, which gateways that come and go have accepted. */
export class GrowingLoad {
  readonly #options: GrowingLoadOptions;
  readonly #accepted: { readonly id: string; readonly isLocked: boolean }[] = [];
  readonly failures: string[] = [];
  #turn = 0;
  #isOver = false;

  constructor(options: GrowingLoadOptions) {
    this.#options = options;
  }

  get accepted(): number {
    return this.#accepted.length;
  }

  /** Starts executions until the end is asked for. */
  async run(): Promise<void> {
    await Promise.all(this.#options.namespaces.map((namespace) => this.#runIn(namespace)));
  }

  end(): void {
    this.#isOver = true;
  }

  /** Waits until all of them have ended. */
  async ended(): Promise<readonly EndedExecution[]> {
    const ended: EndedExecution[] = [];
    for (const { id, isLocked } of this.#accepted) ended.push({ ...(await this.#endOf(id)), isLocked });
    return ended;
  }

  /** Repeats a request at one gateway after the other until one serves it. */
  async ask(sent: Sent): Promise<Answer> {
    for (;;) {
      const gateway = this.#options.gateways[this.#turn++ % this.#options.gateways.length];
      try {
        const answer = await send(await gateway!.url(), { timeout: 20_000, ...sent });
        if (answer.status !== 503) return answer;
      } catch {
        // It was killed before it could answer.
      }
      await sleep(retryPause);
    }
  }

  async #runIn(namespace: string): Promise<void> {
    const { lock, pause } = this.#options;
    const stored = new Set<string>();
    for (let count = 0; !this.#isOver; count++) {
      const isLocked = count % 4 === 3;
      const flow = `${isLocked ? 'locked' : 'free'}-${Math.floor(count / buildsOfFlow)}`;
      if (!stored.has(flow)) {
        stored.add(flow);
        const more = isLocked ? `locks: [${lock}]\n` : '';
        const plan = { tasks: [{ path: 'greet', milliseconds: 50 }] };
        await this.ask({ method: 'POST', path: '/flows', body: plannedFlow(plan, { id: flow, namespace, more }) });
      }
      const answer = await this.ask({
        method: 'POST',
        path: `/flows/${namespace}/${flow}/executions`,
        body: {},
        headers: { ...ada, 'idempotency-key': randomUUID() },
      });
      if (answer.status === 202) this.#accepted.push({ isLocked, id: (JSON.parse(answer.text) as { id: string }).id }); // per the contract
      else this.failures.push(`an execution answers ${briefly(answer)}`);
      await sleep(pause);
    }
  }

  async #endOf(id: string): Promise<Omit<EndedExecution, 'isLocked'>> {
    for (;;) {
      const answer = await this.ask({ path: `/executions/${id}` });
      const found = JSON.parse(answer.text) as EndedExecution; // per the contract
      if (answer.status !== 200) throw new Error(`${id} answers ${briefly(answer)}`);
      if (finalStates.has(found.state)) return found;
      await sleep(retryPause);
    }
  }
}
