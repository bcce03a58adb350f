import { FlowgateOnController, type ShownExecution } from './flowgate-on-controller.ts';
import { crashCommand, restartCommand, restartController } from './restart-controller.ts';

const commands = new Map([
  ['JENKINS_RESTART_COMMAND', restartCommand],
  ['JENKINS_CRASH_COMMAND', crashCommand],
]);

/** The variables that hold a command to restart the controller. */
export const restartKinds = [...commands].flatMap(([kind, command]) => (command === undefined ? [] : [kind]));

const shell = 'type: dev.vendor.plugin.core.shell.Shell';

/** Most executions are of the flow `many`, so that several builds of one job run. */
const flowOf = (id: string) => `id: ${id}
namespace: examples
description: Its tasks leave files, which later ones read.
inputs:
  - {id: seconds, type: INT}
tasks:
  - {id: first, ${shell}, commands: ['echo "ran first"; : > mine']}
  - {id: held, ${shell}, commands: ['echo "ran held"; sleep "{{ inputs.seconds }}"; test -f mine']}
  - {id: then, ${shell}, commands: ['echo "ran then"; test -f mine']}
finally:
  - {id: last, ${shell}, commands: ['echo "ran last"']}
`;
const tasks = ['first', 'held', 'then', 'last'];
/** How long the tasks that are held run, in turn: they end while Jenkins is down, while it starts, or later. */
const durations = [8, 25, 60, 40, 90];
const maxStart = 300_000;
const maxEnd = 1_500_000;

/** Restarts the controller while executions run on all its executors and one waits. */
export class RestartRounds {
  readonly #flowgate: FlowgateOnController;
  readonly #flows: readonly string[];

  static async start(): Promise<RestartRounds> {
    const flowgate = await FlowgateOnController.start();
    const executors = await flowgate.executors();
    const flows = Array.from({ length: executors }, (_, index) => (index % 2 === 0 ? 'many' : `single-${index}`));
    for (const flow of new Set(flows)) await flowgate.store(flowOf(flow));
    return new RestartRounds(flowgate, flows);
  }

  private constructor(flowgate: FlowgateOnController, flows: readonly string[]) {
    this.#flowgate = flowgate;
    this.#flows = flows;
  }

  /** @param kind the variable with the command @returns what went wrong; empty if every execution ran to its end */
  async round(round: number, kind: string): Promise<readonly string[]> {
    const running: string[] = [];
    for (const [index, flow] of this.#flows.entries())
      running.push(await this.#flowgate.run(flow, { seconds: durations[(index + round) % durations.length] ?? 60 }));
    for (const id of running) await this.#hasReached(id, isHeld);
    const waiting = await this.#flowgate.run('many', { seconds: 5 });
    await this.#hasReached(waiting, ({ trouble }) => trouble !== undefined);
    await restartController(this.#flowgate.jenkins, commands.get(kind));
    return (await Promise.all([...running, waiting].map((id) => this.#problemsOf(id)))).flat();
  }

  close(): Promise<void> {
    return this.#flowgate.close();
  }

  async #hasReached(id: string, isReached: (execution: ShownExecution) => boolean): Promise<void> {
    const reached = await this.#flowgate.until(id, isReached, { within: maxStart });
    if (reached === undefined || !isReached(reached))
      throw new Error(`${id} did not start: ${JSON.stringify(reached)}`);
  }

  async #problemsOf(id: string): Promise<readonly string[]> {
    const end = await this.#flowgate.until(id, () => false, { every: 1_000, within: maxEnd });
    if (end === undefined) return [`${id} hangs: ${JSON.stringify(await this.#flowgate.read(id))}`];
    if (end.state !== 'SUCCESS') return [`${id} is ${end.state}: ${end.reason} (${end.build?.url})`];
    const lines = (await this.#flowgate.log(id)).split('\n');
    const counts = tasks.map((task) => ({ task, count: lines.filter((line) => line === `ran ${task}`).length }));
    const builds = await this.#buildsOf(id);
    return [
      ...counts.flatMap(({ task, count }) => (count === 1 ? [] : [`${id} ran ${task} ${count} times`])),
      ...(builds === 1 ? [] : [`${id} has ${builds} builds`]),
    ];
  }

  /** The number of builds that ran tasks of an execution. */
  async #buildsOf(id: string): Promise<number> {
    const names = [...new Set(this.#flows)];
    const counts = await Promise.all(
      names.map(async (flow) => {
        const tree = 'builds[result,actions[parameters[name,value]]]';
        const path = `/job/${this.#flowgate.folder}/job/examples/job/${flow}/api/json?tree=${tree}`;
        const answer = await this.#flowgate.jenkins.request(path);
        const { builds } = (await answer.json()) as { builds: readonly ListedBuild[] }; // as Jenkins answers
        return builds.filter(({ result, actions }) => result !== 'NOT_BUILT' && carries(actions, id)).length;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

interface ListedBuild {
  readonly result: string | null;
  readonly actions: readonly { readonly parameters?: readonly { readonly name: string; readonly value?: string }[] }[];
}

function carries(actions: ListedBuild['actions'], id: string): boolean {
  return actions.some(({ parameters = [] }) =>
    parameters.some(({ name, value }) => name === 'FLOWGATE_EXECUTION_ID' && value === id),
  );
}

function isHeld({ tasks: shown = [] }: ShownExecution): boolean {
  return shown.some(({ path, state }) => path === 'held' && state === 'RUNNING');
}
