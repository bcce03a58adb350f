import { setTimeout as pause } from 'node:timers/promises';
import { pathOfUrl } from '../../src/engines/jenkins/client/job-paths.ts';
import { isFinal } from '../../src/lifecycle/execution-state.ts';
import { NotAccepted, type FlowgateOnController } from '../../test/support/flowgate-on-controller.ts';
import type { CpuClock } from './controller-cpu.ts';
import { HandMadeJob } from './hand-made-job.ts';
import { flowOfTasks, handWrittenPipeline } from './hand-written-pipelines.ts';

/** A finished build. */
export interface BuildSample {
  /** Seconds from the request until the end was observed. */
  readonly seen: number;
  /** The duration reported by Jenkins, in seconds. */
  readonly build: number;
  /** CPU time of Jenkins in seconds; NaN if unknown. */
  readonly cpu: number;
  /** Number of `[Pipeline]` lines in the log, about one per flow node. */
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
  /** One sample per round. */
  readonly samples: readonly BuildSample[];
}

/** The time for Jenkins to finish writing after the end of a build; counts towards that build. */
const settleTime = 700;

/** Runs a generated pipeline through Flowgate. @returns undefined if the flow is rejected */
export async function generatedWay(
  flowgate: FlowgateOnController,
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
  flowgate: FlowgateOnController,
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
 * Runs all ways in sequence in each round, so that a busy moment of the machine affects all of them. Every other round
 * has the reverse order, so that none always benefits from a controller that the previous one has warmed up.
 */
export async function measureWays(
  { flowgate, cpu }: { readonly flowgate: FlowgateOnController; readonly cpu: CpuClock },
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
  const { result, duration } = (await answer.json()) as { result: string | null; duration: number }; // the response of Jenkins
  if (result !== 'SUCCESS') throw new Error(`${path} ended as ${result}`);
  const log = await (await jenkins.request(`${path}/consoleText`)).text();
  return { build: duration / 1000, nodes: log.match(/^\[Pipeline\]/gm)?.length ?? 0 };
}

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}
