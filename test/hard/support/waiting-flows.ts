import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PartReport } from '../../../bench/rig/part.ts';
import { briefly, problemCode, send, type Answer, type Sent } from '../../../bench/rig/send.ts';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { isFinal } from '../../../src/lifecycle/execution-state.ts';
import type { MovingGateway } from './kept-writes.ts';
import type { SeededRandom } from './seeded-random.ts';

export type Execution = Schema<'Execution'>;

// A job keeps its last hundred builds, including those that gave way.
const executionsOfFlow = 12;
/** How long the executions that still run may take once nothing is killed any more. */
const patience = 180_000;
const pause = 50;
/** A process that was killed keeps its leases for ten seconds, in which the executions may stand still. */
const maxStandstill = 20_000;
const maxPause = 1_500;

/** The tasks that leave a mark, one in each segment. */
export const markedTasks = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** The items of its loop, each an execution of `calledFlow`. */
const items = ['a', 'b', 'c'];

/** @param options.marks the file to which its tasks append their names, behind the input `key` */
export function waitingFlow(
  id: string,
  { marks, description = 'Waits three times.' }: { readonly marks: string; readonly description?: string },
): string {
  const [first, second, third, fourth, fifth] = markedTasks.map(
    (task) =>
      `  - {id: ${task}, type: dev.vendor.plugin.core.shell.Shell, script: 'echo "{{ inputs.key }} ${task}" >> ${marks}'}\n`,
  );
  return `id: ${id}
namespace: kept
description: ${JSON.stringify(description)}
inputs:
  - {id: key, type: STRING, required: true}
tasks:
${first}  - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Go on?, approvers: {users: [bob, carol]}}
${second}  - {id: wait, type: dev.vendor.plugin.core.flow.Wait, signal: go, timeout: 1h, outputSchema: {by: {type: STRING}}}
${third}  - {id: nap, type: dev.vendor.plugin.core.flow.Wait, until: "2020-01-01T00:00:00Z"}
${fourth}  - id: calls
    type: dev.vendor.plugin.core.flow.ForEach
    values: [${items.join(', ')}]
    concurrency: 2
    tasks:
      - id: call
        type: dev.vendor.plugin.core.flow.Subflow
        namespace: kept
        flowId: called
        separate: true
        retry: {type: constant, max_attempt: 9, interval: 1s}
${fifth}outputs:
  - {id: approver, type: STRING, value: "{{ task_outputs.ask.approver }}"}
`;
}

export interface WaitingFlowsOptions {
  /** The text of a flow of the namespace `kept`. */
  readonly flowOf: (id: string) => string;
  /** The flow that they call; `calledFlow` by default. */
  readonly called?: string;
  /** The beginning of the IDs of its flows. */
  readonly prefix?: string;
}

/** @param description contains the plan of its builds on the stand-in */
export function calledFlow(description = 'Is called.'): string {
  return `id: called
namespace: kept
description: ${JSON.stringify(description)}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: hello}
`;
}

/**
 * Executions that wait for a decision by two people at once (`ask`), a signal (`wait`), a time (`nap`) and executions of
 * their own (`calls`).
 */
export class WaitingFlows {
  /** What has become of each, by the key that is its input. */
  readonly ended = new Map<string, Execution>();
  readonly #gateway: MovingGateway;
  readonly #flowOf: WaitingFlowsOptions['flowOf'];
  readonly #called: string;
  readonly #prefix: string;
  /** For each execution that succeeded, what is wrong with those that it has started. */
  readonly #children: string[] = [];
  readonly #accepted = new Map<string, string[]>();
  readonly #problems: string[] = [];
  readonly #flows = new Map<string, Promise<unknown>>();
  #started = 0;
  /** How often an execution has begun to wait, or has gone on. */
  #moves = 0;
  #over: number | undefined;

  constructor(gateway: MovingGateway, { flowOf, called = calledFlow(), prefix = 'waits' }: WaitingFlowsOptions) {
    this.#gateway = gateway;
    this.#prefix = prefix;
    this.#flowOf = flowOf;
    this.#called = called;
  }

  end(): void {
    this.#over = performance.now();
  }

  get moves(): number {
    return this.#moves;
  }

  /** The pause before something is killed, half of the times when an execution has just begun to wait, or has gone on. */
  async untilKill(random: SeededRandom): Promise<void> {
    const [moves, start] = [this.#moves, performance.now()];
    if (random.below(2) === 0)
      while (this.#moves === moves && performance.now() - start < maxStandstill) await sleep(10);
    await sleep(random.next() * maxPause);
  }

  /** One execution after the other, until the end. */
  async runUntilOver(): Promise<void> {
    while (this.#over === undefined) {
      const flow = `${this.#prefix}-${Math.floor(this.#started++ / executionsOfFlow)}`;
      if (!this.#flows.has(flow)) this.#flows.set(flow, this.#store(flow));
      await this.#flows.get(flow);
      const key = randomUUID();
      const answer = await this.#untilServed({
        method: 'POST',
        path: `/flows/kept/${flow}/executions`,
        body: { inputs: { key } },
        headers: { 'x-oidc-sub': 'alice', 'idempotency-key': key },
      });
      if (answer.status === 202)
        this.ended.set(key, await this.#checked(await this.#runToEnd(JSON.parse(answer.text) as Execution))); // per the contract
      else this.#problems.push(`an execution answers ${briefly(answer)}`);
    }
  }

  /**
   * What holds wherever they run.
   * @param mayFail whether an execution may have ended without success
   * @param named the beginning of the names of the checks
   */
  reportTo(report: PartReport, mayFail: (execution: Execution) => boolean, named = ''): void {
    const all = [...this.ended.values()];
    const others = all.filter((each) => each.state !== 'SUCCESS' && !mayFail(each));
    const decided = all.map(({ id, waits = [] }) => {
      const asks = waits.filter(({ task }) => task === 'ask');
      return {
        id,
        accepted: this.#accepted.get(id) ?? [],
        recorded: asks.flatMap(({ by = [] }) => by.map((each) => each.by)),
      };
    });
    const succeeded = new Set(all.filter(({ state }) => state === 'SUCCESS').map(({ id }) => id));
    report.figure(`${named}waits`, `began or ended ${this.#moves} times`);
    check(report, `${named}every request is served as documented`, this.#problems);
    check(
      report,
      `${named}every execution ends`,
      others.map(({ id, state, reason, trouble }) => `${id}: ${state} ${reason ?? trouble ?? ''}`),
    );
    check(report, `${named}each item has one execution of its own that succeeds`, this.#children);
    check(
      report,
      `${named}one decision is accepted`,
      decided.filter(({ accepted }) => accepted.length > 1).map(({ id }) => id),
    );
    check(
      report,
      `${named}no accepted decision is lost or replaced`,
      decided
        .filter(({ accepted: [user], recorded }) => user !== undefined && recorded.join() !== user)
        .map(({ id, accepted, recorded }) => `${id}: ${accepted.join()} became ${recorded.join()}`),
    );
    check(
      report,
      `${named}every execution that succeeded was decided once, by one person`,
      decided.filter(({ id, recorded }) => succeeded.has(id) && recorded.length !== 1).map(({ id }) => id),
    );
  }

  async #store(flow: string): Promise<void> {
    // Another flow may have stored it.
    for (const body of [this.#called, this.#flowOf(flow)])
      await this.#untilServed({ method: 'POST', path: '/flows', body });
  }

  /** Each item of an execution that has succeeded has one execution that succeeded; those of others have failed. */
  async #checked(execution: Execution): Promise<Execution> {
    const { id, state } = execution;
    if (state !== 'SUCCESS') return execution;
    const answer = await this.#untilServed({ path: `/executions?parent=${id}&limit=100` });
    const { executions } = JSON.parse(answer.text) as { readonly executions: readonly Execution[] }; // per the contract
    const done = executions.filter((each) => each.state === 'SUCCESS').map(({ parent }) => parent?.item);
    const open = executions.filter((each) => each.state !== 'SUCCESS' && each.state !== 'FAILED');
    if (done.toSorted().join() !== items.join() || open.length > 0)
      this.#children.push(`${id}: ${executions.map((each) => `${each.parent?.item} ${each.state}`).join(', ')}`);
    return execution;
  }

  /** An execution that does not end in time is returned as it is. */
  async #runToEnd({ id }: Execution): Promise<Execution> {
    let known: string | undefined;
    for (;;) {
      const execution = JSON.parse((await this.#untilServed({ path: `/executions/${id}` })).text) as Execution; // per the contract
      if (isFinal(execution.state)) return execution;
      if (this.#over !== undefined && performance.now() - this.#over > patience) return execution;
      const { waitingFor } = execution;
      if (waitingFor?.task !== known) this.#moves++;
      known = waitingFor?.task;
      if (waitingFor?.kind === 'approval') await Promise.all(['bob', 'carol'].map((user) => this.#approve(id, user)));
      else if (waitingFor?.kind === 'signal') await this.#signal(id);
      else await sleep(pause);
    }
  }

  async #approve(id: string, user: string): Promise<void> {
    const answer = await this.#untilServed({
      method: 'POST',
      path: `/executions/${id}/decision`,
      body: { task: 'ask', decision: 'APPROVE' },
      headers: { 'x-oidc-sub': user },
    });
    if (answer.status === 202) this.#accepted.set(id, [...(this.#accepted.get(id) ?? []), user]);
    else if (answer.status !== 409) this.#problems.push(`a decision answers ${briefly(answer)}`);
  }

  async #signal(id: string): Promise<void> {
    const path = `/executions/${id}/signals/go`;
    const answer = await this.#untilServed({ method: 'POST', path, body: { by: 'the test' } });
    // It may have been received before the gateway was killed.
    if (answer.status !== 202 && answer.status !== 409) this.#problems.push(`a signal answers ${briefly(answer)}`);
  }

  /** Repeats the request until it is served. */
  async #untilServed(sent: Sent): Promise<Answer> {
    for (;;) {
      try {
        const answer = await send(await this.#gateway.url(), { timeout: 20_000, ...sent });
        if (answer.status !== 503 && problemCode(answer) !== 'rate-limited') return answer;
      } catch {
        // It was killed before it could answer.
      }
      await sleep(pause);
    }
  }
}

/** @param problems the first few are shown */
export function check(report: PartReport, name: string, problems: readonly string[]): void {
  report.check(name, problems.length > 0 && `${problems.length}: ${problems.slice(0, 4).join('; ')}`);
}
