import { setTimeout as sleep } from 'node:timers/promises';
import { briefly, send, type Answer, type Sent } from '../../../bench/rig/send.ts';
import type { Route } from '../../../src/faces/http/openapi/contract.ts';
import type { LockDeclaration } from '../../../src/store/executions/locks/lock-file.ts';
import { flowText } from '../../support/gateway.ts';
import { plannedFlow } from '../../support/running-gateway.ts';
import type { TenancyCase } from '../tenancy-expectations.ts';
import { namespaces, type TenantNamespace } from './caller-kinds.ts';

/**
 * Creates in each namespace: the flows `leaves` and `hooked`, and an ended execution with inputs, labels, a log, outputs
 * and an artifact.
 */
export class TenantFixture {
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #executions = new Map<TenantNamespace, string>();
  readonly #doomed = new Map<TenantNamespace, string>();

  /** @param headers of a caller with all rights */
  static async make(url: string, headers: Readonly<Record<string, string>>): Promise<TenantFixture> {
    const fixture = new TenantFixture(url, headers);
    for (const namespace of namespaces) await fixture.#fill(namespace);
    return fixture;
  }

  /** A string in all data of a namespace. */
  static markerOf(namespace: TenantNamespace): string {
    return `kept-by-${namespace}`;
  }

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.url = url;
    this.#headers = headers;
  }

  async asRoot(sent: Sent): Promise<Answer> {
    return send(this.url, { ...sent, headers: { ...this.#headers, ...sent.headers } });
  }

  executionIn(namespace: TenantNamespace): string {
    const id = this.#executions.get(namespace);
    if (id === undefined) throw new Error(`${namespace} has no execution`);
    return id;
  }

  async ensureFlow(namespace: TenantNamespace, id: string): Promise<void> {
    const { status } = await this.asRoot({ path: `/flows/${namespace}/${id}` });
    if (status !== 200) await this.#succeed({ method: 'POST', path: '/flows', body: flowText({ namespace, id }) });
  }

  /** An ended execution that a call may remove. */
  async ensureDoomedExecution(namespace: TenantNamespace): Promise<void> {
    const known = this.#doomed.get(namespace);
    const { status } = known === undefined ? { status: 404 } : await this.asRoot({ path: `/executions/${known}` });
    if (status !== 200) this.#doomed.set(namespace, await this.#run(namespace));
  }

  /** A call of an operation on existing data. */
  request(
    { method, path, operation }: Route,
    { flowId = 'leaves', query = '', body, isDoomed }: TenancyCase,
    namespace: TenantNamespace,
  ): Sent {
    const values: Readonly<Record<string, string>> = {
      namespace,
      flow_id: flowId,
      revision: '1',
      type: 'dev.vendor.plugin.core.log.Log',
      execution_id: (isDoomed && this.#doomed.get(namespace)) ?? this.executionIn(namespace),
      trigger_id: 'pushed',
      path: 'a.txt',
      input_id: 'dataset',
      token: 'unknown',
      token_id: 'unknown00000',
      receiver: 'slack:unknown',
    };
    const filled = path.replaceAll(/\{(\w+)\}\*?/g, (_, name: string) => values[name] ?? 'x');
    const content =
      operation.requestBody !== undefined && body === undefined && operation.operationId === 'uploadFiles'
        ? oneFile()
        : body?.(namespace);
    return { method: method.toUpperCase(), path: `${filled}${query}`, body: content };
  }

  /** What is stored in namespaces, for comparison. */
  async fingerprint(of: readonly TenantNamespace[]): Promise<string> {
    const parts = of.flatMap((namespace) => [
      `/flows/${namespace}?limit=500`,
      `/flows/${namespace}?limit=500&deleted=true`,
      `/executions?namespace=${namespace}&limit=500`,
      `/flows/${namespace}/hooked/triggers`,
    ]);
    const texts = await Promise.all(parts.map(async (path) => (await this.asRoot({ path })).text));
    return texts.join('\n');
  }

  async #fill(namespace: TenantNamespace): Promise<void> {
    const marker = TenantFixture.markerOf(namespace);
    const plan = { tasks: [{ path: 'greet', log: marker }], outputs: { kept: marker }, artifacts: { 'a.txt': marker } };
    const own = (flow: string) => flow.replace('namespace: examples', `namespace: ${namespace}`);
    await this.#succeed({
      method: 'POST',
      path: '/flows',
      body: own(plannedFlow(plan, { id: 'leaves', more: inputs })),
    });
    await this.#succeed({
      method: 'POST',
      path: '/flows',
      body: own(plannedFlow({ tasks: [] }, { id: 'hooked', more: 'triggers: [{id: pushed, type: webhook}]\n' })),
    });
    await this.ensureFlow(namespace, 'doomed');
    this.#executions.set(namespace, await this.#run(namespace));
    await this.ensureDoomedExecution(namespace);
  }

  /** Runs `leaves` to its end. */
  async #run(namespace: TenantNamespace): Promise<string> {
    const marker = TenantFixture.markerOf(namespace);
    const { text } = await this.#succeed({
      method: 'POST',
      path: `/flows/${namespace}/leaves/executions`,
      body: { inputs: { note: marker }, labels: { kept: marker } },
    });
    const { id } = JSON.parse(text) as { id: string }; // per the contract
    while ((await this.#stateOf(id)) !== 'SUCCESS') await sleep(100);
    return id;
  }

  async #stateOf(executionId: string): Promise<string> {
    const { text } = await this.#succeed({ path: `/executions/${executionId}` });
    return (JSON.parse(text) as { state: string }).state; // per the contract
  }

  async #succeed(sent: Sent): Promise<Answer> {
    const answer = await this.asRoot(sent);
    if (answer.status >= 400) throw new Error(`${sent.method ?? 'GET'} ${sent.path} answers ${briefly(answer)}`);
    return answer;
  }
}

const inputs = `inputs:
  - {id: dataset, type: FILE, required: false}
  - {id: note, type: STRING, required: false}
`;

function oneFile(): FormData {
  const form = new FormData();
  form.set('dataset', new Blob(['bytes']), 'a.csv');
  return form;
}

/** A lock for each namespace, which the gateway needs. */
export const tenantLocks: readonly LockDeclaration[] = namespaces.map((namespace) => ({
  // Its name is no secret: the metrics have it.
  name: `of-${namespace}`,
  permits: 1,
  namespaces: [namespace],
}));
