import { setTimeout as pause } from 'node:timers/promises';
import { pathOfUrl } from '../../../src/engines/jenkins/client/job-paths.ts';
import { isFinal } from '../../../src/lifecycle/execution-state.ts';
import { seededRandom } from '../../hard/support/seeded-random.ts';
import type { FlowgateOnController, ShownExecution } from '../flowgate-on-controller.ts';
import { judgeStop, type StopJudgement } from './judge-stop.ts';
import { calledFlow, stoppedFlows, type StoppedFlow } from './stopped-flows.ts';

interface StopTrial {
  readonly index: number;
  readonly flow: StoppedFlow;
  readonly pressedIn: 'Flowgate' | 'Jenkins';
  /** Milliseconds after the request; in Jenkins after the build was seen to begin. */
  readonly delay: number;
}

export interface PressedStop extends StopTrial, StopJudgement {
  readonly id: string;
}

/** How long to wait for a stopped execution, in milliseconds, before its build is killed in Jenkins. */
const maxEnd = 240_000;
/** One in this many stops is sent in Jenkins. */
const shareInJenkins = 5;

/**
 * Runs flows on all executors at once and stops each at a random moment.
 *
 * @param options seed: the same seed plans the same trials; report: called after each trial
 */
export async function pressStops(
  flowgate: FlowgateOnController,
  {
    count,
    seed,
    report,
  }: { readonly count: number; readonly seed: number; readonly report: (stop: PressedStop) => void },
): Promise<PressedStop[]> {
  await flowgate.store(calledFlow);
  for (const { text } of stoppedFlows) await flowgate.store(text);
  const trials = planTrials(count, seed).values();
  const stops: PressedStop[] = [];
  await Promise.all(
    Array.from({ length: await flowgate.executors() }, async () => {
      for (const trial of trials) {
        const stop = await pressStop(flowgate, trial);
        report(stop);
        stops.push(stop);
      }
    }),
  );
  return stops.toSorted((left, right) => left.index - right.index);
}

function planTrials(count: number, seed: number): StopTrial[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(seed, index);
    const flow = stoppedFlows[index % stoppedFlows.length]!;
    // Each flow gets both kinds, because the two numbers are coprime.
    return {
      index,
      flow,
      pressedIn: index % shareInJenkins === shareInJenkins - 1 ? 'Jenkins' : 'Flowgate',
      delay: Math.floor(random.next() * flow.window),
    };
  });
}

async function pressStop(flowgate: FlowgateOnController, trial: StopTrial): Promise<PressedStop> {
  const id = await flowgate.run(trial.flow.id);
  const pressedAt = await (trial.pressedIn === 'Flowgate'
    ? pressInFlowgate(flowgate, id, trial.delay)
    : pressInJenkins(flowgate, id, trial.delay));
  const execution = await flowgate.until(id, () => false, { within: maxEnd });
  const last = execution ?? (await flowgate.read(id));
  if (execution === undefined) await killInJenkins(flowgate, id);
  const path = buildPath(last);
  const console = path === undefined ? '' : await (await flowgate.jenkins.request(`${path}/consoleText`)).text();
  return { ...trial, id, ...judgeStop({ pressedAt, execution, console }) };
}

async function pressInFlowgate(flowgate: FlowgateOnController, id: string, delay: number): Promise<number> {
  await pause(delay);
  const pressedAt = Date.now();
  await flowgate.stop(id);
  return pressedAt;
}

async function pressInJenkins(flowgate: FlowgateOnController, id: string, delay: number): Promise<number> {
  const begun = await flowgate.until(id, ({ state }) => state === 'RUNNING');
  await pause(delay);
  const pressedAt = Date.now();
  await flowgate.jenkins.request(`${buildPath(begun)}/stop`, { method: 'POST' });
  return pressedAt;
}

/** Frees the executor for the next trial. */
async function killInJenkins(flowgate: FlowgateOnController, id: string): Promise<void> {
  const path = buildPath(await flowgate.read(id));
  for (const way of ['term', 'kill']) {
    await flowgate.jenkins.request(`${path}/${way}`, { method: 'POST' });
    const ended = await flowgate.until(id, ({ state }) => isFinal(state), { within: 20_000 });
    if (ended !== undefined) return;
  }
}

function buildPath(execution: ShownExecution | undefined): string | undefined {
  return execution?.build && pathOfUrl(execution.build.url);
}
