import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '../../src/execution/record/execution-state.ts';
import { pathOfUrl } from '../../src/engine/jenkins/job-paths.ts';
import { NotAccepted, type FlowgateOnController } from '../../test/support/flowgate-on-controller.ts';
import type { CpuClock } from './controller-cpu.ts';
import { HandMadeJob } from './hand-made-job.ts';
import { flowOfTasks, handWrittenPipeline } from './hand-written-pipelines.ts';

/** One finished build. */
export interface BuildSample {
  /** From the request until its end was seen, in seconds. */
  readonly seen: number;
  /** The duration that Jenkins tells, in seconds. */
  readonly build: number;
  /** CPU time of Jenkins, in seconds; NaN where it is not known. */
  readonly cpu: number;
  /** Lines `[Pipeline]` of its log, about one for each flow node. */
  readonly nodes: number;
}

/** One way to run the work. */
export interface Way {
  readonly name: string;
  readonly lines: number;
  /** @returns the path of the finished build in Jenkins */
  run(): Promise<string>;
}

export interface MeasuredWay extends Pick<Way, 'name' | 'lines'> {
  /** One of each round. */
  readonly samples: readonly BuildSample[];
}

export interface MeasuringOptions {
  readonly flowgate: FlowgateOnController;
  readonly cpu: CpuClock;
}

/** What Jenkins still writes when a build has ended belongs to that build. */
const settleTime = 700;

/** Generated pipelines are asked of Flowgate alone. @returns undefined where the flow is rejected */
export async function generatedWay(
  { flowgate }: MeasuringOptions,
  name: string,
  tasks: number,
  options: { readonly every: number; readonly durability?: string },
): Promise<Way | undefined> {
  const id = `tasks-${tasks}${options.durability === undefined ? '' : `-${options.durability}`}`;
  try {
    await flowgate.store(flowOfTasks(id, tasks, options.durability));
  } catch (error) {
    if (error instanceof NotAccepted && error.status === 422) return undefined;
    throw error;
  }
  const run = async () => {
    const execution = await flowgate.until(await flowgate.run(id), ({ state }) => isFinal(state), {
      every: options.every,
      within: 1_800_000,
    });
    if (execution?.state !== 'SUCCESS') throw new Error(`${id} ended as ${execution?.state}: ${execution?.reason}`);
    return pathOfUrl(execution.build?.url ?? '') ?? '';
  };
  return { name, lines: lineCount(await flowgate.jenkinsfile(id)), run };
}

export async function handWrittenWay(
  { flowgate }: MeasuringOptions,
  name: string,
  tasks: number,
  options: { readonly every: number; readonly isFast: boolean },
): Promise<Way> {
  const pipeline = handWrittenPipeline(tasks);
  const place = { folder: flowgate.folder, name: `by-hand-${tasks}${options.isFast ? '-fast' : ''}` };
  await flowgate.jenkins.makeFolder(flowgate.folder);
  const job = await HandMadeJob.make(flowgate.jenkins, place, pipeline, options);
  return { name, lines: lineCount(pipeline), run: () => job.run(options) };
}

/**
 * Runs all ways in each round one after the other, so that a busy moment of the machine meets all of them, and every other
 * round in the reverse order, so that none of them always finds the controller warmed up by the one before.
 */
export async function measureWays(
  { flowgate, cpu }: MeasuringOptions,
  ways: readonly Way[],
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
): Promise<MeasuredWay[]> {
  const measured = ways.map(({ name, lines }) => ({ name, lines, samples: [] as BuildSample[] }));
  for (let round = 0; round < warmUp + rounds; round++) {
    const turns = [...ways.entries()];
    for (const [index, way] of round % 2 === 0 ? turns : turns.toReversed()) {
      const [cpuBefore, start] = [cpu(), performance.now()];
      const path = await way.run();
      const seen = (performance.now() - start) / 1000;
      await pause(settleTime);
      const sample = { seen, cpu: cpu() - cpuBefore, ...(await readBuild(flowgate, path)) };
      if (round >= warmUp) measured[index]?.samples.push(sample);
      process.stderr.write(
        `${way.name}, ${round < warmUp ? 'warm-up' : `round ${round - warmUp + 1} of ${rounds}`}: seen ${seen.toFixed(2)} s, build ${sample.build.toFixed(2)} s, CPU ${sample.cpu.toFixed(2)} s\n`,
      );
    }
  }
  return measured;
}

async function readBuild(
  { jenkins }: FlowgateOnController,
  path: string,
): Promise<Pick<BuildSample, 'build' | 'nodes'>> {
  const answer = await jenkins.request(`${path}/api/json?tree=result,duration`);
  const { result, duration } = (await answer.json()) as { result: string | null; duration: number }; // as Jenkins answers
  if (result !== 'SUCCESS') throw new Error(`${path} ended as ${result}`);
  const log = await (await jenkins.request(`${path}/consoleText`)).text();
  return { build: duration / 1000, nodes: log.match(/^\[Pipeline\]/gm)?.length ?? 0 };
}

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}
