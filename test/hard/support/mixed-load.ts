import { setTimeout as sleep } from 'node:timers/promises';
import { briefly, send, type Answer, type Sent } from '../../../bench/rig/send.ts';
import { flowText } from '../../support/gateway.ts';
import { largeFlow } from '../../support/large-flow.ts';
import { plannedFlow } from '../../support/running-gateway.ts';
import { goldenFlows } from './golden-flows.ts';

const keptFlows = 100;

/** Callers that each repeat one thing, with pauses. They remove what they create, except executions. */
export class MixedLoad {
  readonly times = new Map<string, number[]>();
  readonly failures: string[] = [];
  executions = 0;
  readonly #url: string;
  readonly #namespaces: readonly string[];
  readonly #documents = [...goldenFlows(), largeFlow(60)];
  #isOver = false;

  /** @param namespaces those in which executions run in turn */
  constructor(url: string, namespaces: readonly string[] = ['examples']) {
    this.#url = url;
    this.#namespaces = namespaces;
  }

  async prepare(): Promise<void> {
    for (let index = 0; index < keptFlows; index++)
      await this.#ask('prepare', { method: 'POST', path: '/flows', body: flowText({ id: `kept-${index}` }) }, [201]);
    const plan = { tasks: [{ path: 'greet', milliseconds: 200, log: 'one line\nand another' }], outputs: { size: 3 } };
    for (const namespace of this.#namespaces) {
      const body = plannedFlow(plan, { id: 'runs' }).replace('namespace: examples', `namespace: ${namespace}`);
      await this.#ask('prepare', { method: 'POST', path: '/flows', body }, [201]);
    }
    this.times.clear();
  }

  /** Resolves when all callers have ended. */
  async run(): Promise<void> {
    const callers: readonly (readonly [number, (index: number) => Promise<void>])[] = [
      [30, (index) => this.#validate(index)],
      [30, (index) => this.#validate(index + 17)],
      [100, (index) => this.#storeAndPurge(index)],
      [300, () => this.#runAndFollow()],
      [300, () => this.#runAndFollow()],
      [100, (index) => this.#list(index)],
    ];
    await Promise.all(
      callers.map(async ([pause, act]) => {
        for (let index = 0; !this.#isOver; index++) {
          await act(index).catch((error: unknown) => this.failures.push(String(error)));
          await sleep(pause);
        }
      }),
    );
  }

  end(): void {
    this.#isOver = true;
  }

  async #validate(index: number): Promise<void> {
    const body = this.#documents[index % this.#documents.length] ?? '';
    await this.#ask('validate', { method: 'POST', path: '/flows/validate', body }, [200, 400]);
  }

  async #storeAndPurge(index: number): Promise<void> {
    const id = `passing-${index}`;
    await this.#ask('store', { method: 'POST', path: '/flows', body: flowText({ id }) }, [201]);
    await this.#ask(
      'update',
      { method: 'PUT', path: `/flows/examples/${id}`, body: flowText({ id, greeting: 'Hi' }) },
      [200],
    );
    await this.#ask('read the Jenkinsfile', { path: `/flows/examples/${id}/jenkinsfile` }, [200]);
    await this.#ask(
      'validate inputs',
      { method: 'POST', path: `/flows/examples/${id}/validate-inputs`, body: { inputs: { user_name: 'Ada' } } },
      [200],
    );
    await this.#ask('purge', { method: 'DELETE', path: `/flows/examples/${id}?purge=true` }, [204]);
  }

  async #runAndFollow(): Promise<void> {
    const namespace = this.#namespaces[this.executions % this.#namespaces.length] ?? 'examples';
    const path = `/flows/${namespace}/runs/executions`;
    const started = await this.#ask('start an execution', { method: 'POST', path, body: {} }, [202]);
    const { id } = JSON.parse(started?.text ?? '{}') as { id?: string }; // per the contract
    if (id === undefined) return;
    this.executions++;
    const followed = await this.#ask('follow a log', { path: `/executions/${id}/logs?follow` }, [200]);
    if (followed?.text.includes('"state":"SUCCESS"') !== true)
      this.failures.push(`the log of ${id} ends with ${followed?.text.slice(-200)}`);
    await this.#ask('read an execution', { path: `/executions/${id}` }, [200]);
  }

  async #list(index: number): Promise<void> {
    const lists = [
      '/flows?limit=50',
      '/flows?q=kept&sort=-updated',
      '/executions?limit=50&state=SUCCESS',
      '/executions?namespace=examples&flow_id=runs',
      '/audit?limit=50',
      '/metrics',
      '/flows/examples?label=team:greeters',
    ];
    await this.#ask('lists', { path: lists[index % lists.length] ?? '/flows' }, [200]);
  }

  async #ask(what: string, sent: Sent, statuses: readonly number[]): Promise<Answer | undefined> {
    const answer = await send(this.#url, sent);
    const times = this.times.get(what) ?? [];
    this.times.set(what, times);
    times.push(answer.milliseconds);
    if (statuses.includes(answer.status)) return answer;
    this.failures.push(`${sent.method ?? 'GET'} ${sent.path} answers ${briefly(answer)}`);
    return undefined;
  }
}
