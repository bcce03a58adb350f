import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FlowgateFleet, type ShownExecution } from '../../support/flowgate-fleet.ts';
import { flowText } from '../../support/gateway.ts';

/** A controller whose builds can be counted. */
export interface CountingController {
  /** The settings that begin with JENKINS_. */
  readonly environment: Readonly<Record<string, string>>;
  /** The builds that ran a flow of the namespace `examples`. */
  builds(flow: string): Promise<readonly CountedBuild[]>;
  leave(): Promise<void>;
}

export interface CountedBuild {
  readonly number: number;
  readonly result: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether it ran the flow with this greeting. */
  greets(greeting: string): Promise<boolean>;
}

const greetings = ['Hello', 'Hi'] as const;
// Jenkins keeps a hundred builds of each job, including those that gave way.
const maxPerFlow = 50;

/**
 * Kills workers at random moments while executions are requested, and counts the builds
 * (docs/explanation/executions.md).
 */
export function describeKilledWorkers(
  start: () => Promise<CountingController>,
  { triggers, kills }: { readonly triggers: number; readonly kills: number },
): void {
  const flows = Array.from({ length: Math.max(2, Math.ceil(triggers / maxPerFlow)) }, (_, index) => `flow-${index}`);
  let controller: CountingController;
  let fleet: FlowgateFleet;
  beforeAll(async () => {
    controller = await start();
    fleet = await FlowgateFleet.start(controller.environment);
    for (const id of flows)
      for (const greeting of greetings) await fleet.store('examples', id, flowText({ id, greeting }));
  });
  afterAll(async () => {
    fleet.stop();
    await controller.leave();
  });

  it(
    `gives each of ${triggers} executions one build of its own revision while ${kills} workers die`,
    { timeout: 900_000 },
    async () => {
      fleet.startWorker();
      fleet.startWorker();
      const asking = askForExecutions();
      for (let kill = 0; kill < kills; kill++) {
        const victim = fleet.workers.at(-2)!;
        await victim.ready;
        await sleep(Math.random() * 2_000);
        victim.child.kill('SIGKILL');
        fleet.startWorker();
      }
      const requested = await asking;
      const builds = new Map<string, readonly CountedBuild[]>();
      for (const flow of flows) builds.set(flow, await builtOnceEnded(requested, flow));
      for (const { id, flow, name, greeting, shown } of requested) {
        const own = (builds.get(flow) ?? []).filter(({ parameters }) => parameters.FLOWGATE_EXECUTION_ID === id);
        expect(own.map(({ number, result, parameters }) => [number, result, parameters.USER_NAME])).toEqual([
          [shown?.build?.number, 'SUCCESS', name],
        ]);
        expect(await own[0]?.greets(greeting)).toBe(true);
      }
      expect([...builds.values()].flat()).toHaveLength(triggers);
    },
  );

  interface RequestedExecution {
    readonly id: string;
    readonly flow: string;
    readonly name: string;
    readonly greeting: string;
    shown?: ShownExecution;
  }

  async function askForExecutions(): Promise<readonly RequestedExecution[]> {
    const requested: RequestedExecution[] = [];
    for (let index = 0; index < triggers; index++) {
      const flow = flows[index % flows.length]!;
      const name = `User${index}`;
      const revision = 1 + (Math.floor(index / flows.length) % greetings.length);
      const body = JSON.stringify({ inputs: { user_name: name }, revision });
      const answer = await fleet.call('POST', `/flows/examples/${flow}/executions`, { body });
      expect(answer.status).toBe(202);
      const { id } = (await answer.json()) as ShownExecution; // see openapi.yaml
      requested.push({ id, flow, name, greeting: greetings[revision - 1]! });
      await sleep(Math.random() * 300);
    }
    return requested;
  }

  async function builtOnceEnded(
    requested: readonly RequestedExecution[],
    flow: string,
  ): Promise<readonly CountedBuild[]> {
    for (const execution of requested) if (execution.flow === flow) execution.shown = await fleet.success(execution.id);
    return (await controller.builds(flow)).filter(({ result }) => result !== 'NOT_BUILT');
  }
}
