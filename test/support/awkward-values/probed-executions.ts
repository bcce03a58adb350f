import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../src/base/problem/message-of.ts';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { isFinal } from '../../../src/lifecycle/execution-state.ts';
import type { FlowgateOnController, ShownExecution } from '../flowgate-on-controller.ts';
import { restartController } from '../restart-controller.ts';
import { compareSightings } from './compare-sightings.ts';
import type { ProbedCase } from './probes.ts';
import { blockingFlow, calledFlow, holdInput, probingFlow } from './probing-flow.ts';

/** The values that were not as expected, or why a flow did not run, by the name of the case. */
export type Outcomes = ReadonlyMap<string, readonly string[]>;

/** Max duration of an execution, in milliseconds, and after a restart. */
const maxEnd = 300_000;
const maxEndAfterRestart = 360_000;
/** How long builds have to start before Jenkins is restarted. */
const maxBegin = 90_000;
/** Long enough for Jenkins to shut down in the meantime; it does not matter whether it is up again by then. */
const holdSeconds = 40;

/** The executions of a corpus on one gateway, whose flows are stored once. */
export class ProbedExecutions {
  readonly #flowgate: FlowgateOnController;
  readonly #executors: number;
  readonly #rejected = new Map<string, string>();

  static async make(flowgate: FlowgateOnController, cases: readonly ProbedCase[]): Promise<ProbedExecutions> {
    const executions = new ProbedExecutions(flowgate, await flowgate.executors());
    await flowgate.store(blockingFlow);
    for (const each of cases)
      await flowgate
        .store(calledFlow(each))
        .then(() => flowgate.store(probingFlow(each)))
        .catch((error: unknown) => executions.#rejected.set(each.name, messageOf(error)));
    return executions;
  }

  private constructor(flowgate: FlowgateOnController, executors: number) {
    this.#flowgate = flowgate;
    this.#executors = executors;
  }

  async plainly(cases: readonly ProbedCase[]): Promise<Outcomes> {
    const waiting = cases.values();
    const outcomes = new Map<string, readonly string[]>();
    await Promise.all(
      Array.from({ length: this.#executors }, async () => {
        for (const each of waiting) outcomes.set(each.name, await this.#outcome(each, await this.#begin(each), maxEnd));
      }),
    );
    return outcomes;
  }

  /** Jenkins restarts while the first task of each build runs. */
  async heldOverRestart(cases: readonly ProbedCase[]): Promise<Outcomes> {
    const outcomes = new Map<string, readonly string[]>();
    for (let from = 0; from < cases.length; from += this.#executors) {
      const wave = cases.slice(from, from + this.#executors);
      const ids = await Promise.all(wave.map((each) => this.#begin(each, { [holdInput]: holdSeconds })));
      await Promise.all(ids.map((id) => this.#until(id, ({ tasks = [] }) => tasks.length > 0)));
      await restartController(this.#flowgate.jenkins);
      await this.#collect(wave, ids, outcomes);
    }
    return outcomes;
  }

  /** Jenkins restarts while each build waits for an executor. */
  async waitingOverRestart(cases: readonly ProbedCase[]): Promise<Outcomes> {
    const blocking = await Promise.all(Array.from({ length: this.#executors }, () => this.#flowgate.run('blocks')));
    await Promise.all(blocking.map((id) => this.#until(id, ({ tasks = [] }) => tasks.length > 0)));
    const ids = await Promise.all(cases.map((each) => this.#begin(each)));
    await Promise.all(ids.map((id) => this.#until(id, ({ state }) => state === 'RUNNING')));
    await restartController(this.#flowgate.jenkins);
    await Promise.all(blocking.map((id) => this.#release(id)));
    const outcomes = new Map<string, readonly string[]>();
    await this.#collect(cases, ids, outcomes);
    return outcomes;
  }

  async #collect(
    cases: readonly ProbedCase[],
    ids: readonly (string | Error)[],
    outcomes: Map<string, readonly string[]>,
  ): Promise<void> {
    await Promise.all(
      cases.map(async (each, index) =>
        outcomes.set(each.name, await this.#outcome(each, ids[index]!, maxEndAfterRestart)),
      ),
    );
  }

  /** @returns the ID of the execution, or why it was not created */
  async #begin({ name, flowId, probes }: ProbedCase, more: JsonObject = {}): Promise<string | Error> {
    const rejected = this.#rejected.get(name);
    if (rejected !== undefined) return new Error(rejected);
    const values = Object.fromEntries(probes.flatMap(({ id, given }) => (given === undefined ? [] : [[id, given]])));
    return this.#flowgate.run(flowId, { ...values, ...more }).catch((error: unknown) => new Error(messageOf(error)));
  }

  async #until(id: string | Error, isReached: (execution: ShownExecution) => boolean): Promise<void> {
    if (typeof id === 'string') await this.#flowgate.until(id, isReached, { within: maxBegin });
  }

  async #outcome(probed: ProbedCase, id: string | Error, within: number): Promise<string[]> {
    if (id instanceof Error) return [id.message];
    const execution = await this.#flowgate.until(id, () => false, { within });
    const { state, reason, trouble, outputs = {} } = execution ?? (await this.#flowgate.read(id));
    const isWhole = execution?.state === 'SUCCESS';
    const end = isWhole
      ? []
      : [
          execution === undefined
            ? `it is ${state} after ${within / 1000} s${trouble === undefined ? '' : `: ${trouble}`}`
            : `it ended as ${state}: ${reason}`,
        ];
    if (execution === undefined) await this.#release(id);
    return [...end, ...compareSightings(probed, { log: await this.#flowgate.log(id), outputs, isWhole })];
  }

  /** Stops an execution, with as many requests as it takes. */
  async #release(id: string): Promise<void> {
    for (let attempt = 0; attempt < 6; attempt++) {
      await this.#flowgate.stop(id).catch(() => undefined); // it has already ended
      const ended = await this.#flowgate.until(id, ({ state }) => isFinal(state), { within: 10_000 });
      if (ended !== undefined) return;
      await pause(1000);
    }
  }
}
