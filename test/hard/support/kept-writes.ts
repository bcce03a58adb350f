import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ada, problemCode, send, type Answer, type Sent } from '../../../bench/rig/send.ts';
import { flowText } from '../../support/gateway.ts';
import { plannedFlow } from '../../support/running-gateway.ts';

/** A gateway that may stop at any moment, and restart at another address. */
export interface MovingGateway {
  url(): Promise<string>;
}

interface KeptFlow {
  readonly id: string;
  /** The digests of the acknowledged sources, the oldest first. */
  readonly digests: string[];
}

interface KeptExecution {
  readonly id: string;
  readonly key: string;
}

const namespace = 'kept';
const retryPause = 100;
// A job keeps its last hundred builds, including those that gave way.
const buildsOfFlow = 40;

/** Writes and executions that a gateway has acknowledged, and the check that each still exists, once. */
export class KeptWrites {
  readonly #gateway: MovingGateway;
  readonly #flows: KeptFlow[] = [];
  readonly #executions: KeptExecution[] = [];
  readonly #problems: string[] = [];
  /** Requests that were not served at the first attempt. */
  retries = 0;
  #isOver = false;

  constructor(gateway: MovingGateway) {
    this.#gateway = gateway;
  }

  get acknowledged(): { readonly revisions: number; readonly executions: number } {
    return {
      revisions: this.#flows.reduce((sum, { digests }) => sum + digests.length, 0),
      executions: this.#executions.length,
    };
  }

  /** Makes one change after the other until the signal, each repeated until it is acknowledged. */
  async writeFlows(): Promise<void> {
    while (!this.#isOver) {
      const kept: KeptFlow = { id: `flow-${randomUUID()}`, digests: [] };
      this.#flows.push(kept);
      const steps = [
        { method: 'POST', path: '/flows', greeting: 'Hello', headers: ada },
        {
          method: 'PUT',
          path: `/flows/${namespace}/${kept.id}`,
          greeting: 'Hi',
          headers: { ...ada, 'if-match': '"1"' },
        },
      ];
      for (const { method, path, greeting, headers } of steps) {
        const source = flowText({ namespace, id: kept.id, greeting });
        const answer = await this.#untilServed({ method, path, headers, body: source });
        // A first attempt may have succeeded without an answer; the sources show that in the end.
        const isDone = answer.status < 300 || ['flow-exists', 'stale-revision'].includes(problemCode(answer) ?? '');
        if (!isDone) this.#problems.push(`${method} ${path} answers ${answer.status} ${answer.text.slice(0, 200)}`);
        kept.digests.push(createHash('sha256').update(source).digest('hex'));
      }
    }
  }

  async runFlows(): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      const flow = `runs-${Math.floor(count / buildsOfFlow)}`;
      if (count % buildsOfFlow === 0)
        await this.#untilServed({
          method: 'POST',
          path: '/flows',
          body: plannedFlow({ tasks: [{ path: 'greet', milliseconds: 50 }] }, { id: flow }),
        });
      const key = randomUUID();
      const answer = await this.#untilServed({
        method: 'POST',
        path: `/flows/examples/${flow}/executions`,
        body: {},
        headers: { ...ada, 'idempotency-key': key },
      });
      if (answer.status === 202) this.#executions.push({ key, id: (JSON.parse(answer.text) as { id: string }).id }); // per the contract
      else this.#problems.push(`an execution answers ${answer.status} ${answer.text.slice(0, 200)}`);
      await sleep(50);
    }
  }

  end(): void {
    this.#isOver = true;
  }

  /** What is lost or duplicated. @param countBuilds by the ID of the execution that they ran */
  async problems(countBuilds: () => Promise<ReadonlyMap<string, number>>): Promise<readonly string[]> {
    const problems = [...this.#problems];
    for (const { id, digests } of this.#flows) {
      const { text } = await this.#untilServed({ path: `/flows/${namespace}/${id}/revisions` });
      const found = (JSON.parse(text) as { revisions?: readonly { sha256: string }[] }).revisions
        ?.map(({ sha256 }) => sha256)
        .toReversed(); // per the contract
      if (JSON.stringify(found) !== JSON.stringify(digests))
        problems.push(`${id} was acknowledged as ${digests.length} revisions, and has ${found?.length ?? text}`);
    }
    for (const { id } of this.#executions) {
      const state = await this.#endOf(id);
      if (state !== 'SUCCESS') problems.push(`the execution ${id} ended as ${state}`);
    }
    const builds = await countBuilds();
    for (const { id } of this.#executions)
      if (builds.get(id) !== 1) problems.push(`the execution ${id} has ${builds.get(id) ?? 0} builds`);
    if (new Set(this.#executions.map(({ id }) => id)).size !== this.#executions.length)
      problems.push('two idempotency keys stand for the same execution');
    return problems;
  }

  async #endOf(id: string): Promise<string> {
    for (;;) {
      const { status, text } = await this.#untilServed({ path: `/executions/${id}` });
      if (status !== 200) return `${status} ${text.slice(0, 200)}`;
      const { state } = JSON.parse(text) as { state: string }; // per the contract
      if (['SUCCESS', 'FAILED', 'KILLED', 'WARNING'].includes(state)) return state;
      await sleep(retryPause);
    }
  }

  /** Repeats the request until the answer is not 503. */
  async #untilServed(sent: Sent): Promise<Answer> {
    for (let isRetry = false; ; isRetry = true) {
      if (isRetry) {
        this.retries++;
        await sleep(retryPause);
      }
      try {
        const answer = await send(await this.#gateway.url(), { timeout: 20_000, ...sent });
        if (answer.status !== 503) return answer;
      } catch {
        // It was killed before it could answer; the request is repeated as by any client.
      }
    }
  }
}
