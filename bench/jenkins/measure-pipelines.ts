import { setTimeout as pause } from 'node:timers/promises';
import type { FlowgateOnController } from '../../test/support/flowgate-on-controller.ts';
import type { Part, PartReport } from '../rig/part.ts';
import { median } from '../rig/statistics.ts';
import { controllerCpu, type CpuClock } from './controller-cpu.ts';
import { generatedWay, handWrittenWay, measureWays, type BuildSample, type MeasuredWay } from './measure-builds.ts';

/** A flow and a hand-written pipeline with the same work are compared. */
interface Comparison {
  readonly name: string;
  readonly tasks: number;
  /** Relative to one round for 20 tasks. */
  readonly rounds: number;
  /** Many are for a controller that has just started. */
  readonly warmUp: number;
  /** Milliseconds between polls. */
  readonly every: number;
  /** Whether both are also measured with durability PERFORMANCE_OPTIMIZED. */
  readonly hasVariants?: boolean;
}

const comparisons: readonly Comparison[] = [
  { name: 'one', tasks: 1, rounds: 3, warmUp: 10, every: 50 },
  { name: 'twenty', tasks: 20, rounds: 1, warmUp: 1, every: 250, hasVariants: true },
  { name: 'two-hundred', tasks: 200, rounds: 0.6, warmUp: 1, every: 500 },
];

type Measure = keyof BuildSample;

interface Goal {
  readonly tasks: number;
  readonly what: string;
  readonly measure: Measure;
  /** Max additional seconds compared with the hand-written pipeline, or max ratio. */
  readonly max: { readonly more: number } | { readonly times: number };
}

const goals: readonly Goal[] = [
  { tasks: 1, what: 'from the request to the end being seen', measure: 'seen', max: { more: 0.3 } },
  { tasks: 1, what: 'build', measure: 'build', max: { times: 1.25 } },
  { tasks: 20, what: 'build', measure: 'build', max: { times: 1.05 } },
  { tasks: 20, what: 'CPU of Jenkins', measure: 'cpu', max: { times: 1.2 } },
  { tasks: 200, what: 'CPU of Jenkins', measure: 'cpu', max: { times: 1.5 } },
];

/** @param rounds for 20 tasks */
export function pipelineParts(flowgate: FlowgateOnController, rounds: number): readonly Part[] {
  return comparisons.map((comparison) => ({
    name: comparison.name,
    title: `Flows of ${comparison.tasks} ${comparison.tasks === 1 ? 'task' : 'tasks'}`,
    description: `Medians of rounds in which both alternate; differences and ratios are the medians of those in each round.`,
    run: async (report) => {
      const cpu = controllerCpu(process.env.JENKINS_PID);
      const own = Math.max(1, Math.round(rounds * comparison.rounds));
      report.figure('rounds', own);
      tell(comparison.tasks, await measure(comparison, { flowgate, cpu, rounds: own }), report);
      await tellController(flowgate, cpu, report);
    },
  }));
}

async function measure(
  { tasks, warmUp, every, hasVariants }: Comparison,
  {
    flowgate,
    cpu,
    rounds,
  }: { readonly flowgate: FlowgateOnController; readonly cpu: CpuClock; readonly rounds: number },
): Promise<readonly MeasuredWay[]> {
  const generated = await generatedWay(flowgate, 'as generated', tasks, { every });
  if (generated === undefined) throw new Error(`Flowgate rejects a flow of ${tasks} tasks`);
  const byHand = await handWrittenWay(flowgate, 'by hand', tasks, { every, isFast: false });
  const fast = hasVariants
    ? [
        await generatedWay(flowgate, 'with `durability: performance`', tasks, { every, durability: 'performance' }),
        await handWrittenWay(flowgate, 'by hand, with durability PERFORMANCE_OPTIMIZED', tasks, {
          every,
          isFast: true,
        }),
      ]
    : [];
  const ways = [generated, byHand, ...fast.filter((way) => way !== undefined)];
  return measureWays({ flowgate, cpu }, ways, { rounds, warmUp });
}

function tell(tasks: number, ways: readonly MeasuredWay[], report: PartReport): void {
  const [generated, byHand] = ways as [MeasuredWay, MeasuredWay]; // measured first
  report.table(
    ' | generated | by hand | compared | goal',
    goals
      .filter((goal) => goal.tasks === tasks)
      .map((goal) => [
        goal.what,
        seconds(generated, goal.measure),
        seconds(byHand, goal.measure),
        ...outcome(goal, generated.samples, byHand.samples),
      ]),
  );
  report.table(
    'variant | lines | build | CPU of Jenkins | `[Pipeline]` lines of the log',
    ways.map((way) => [way.name, way.lines, seconds(way, 'build'), seconds(way, 'cpu'), typical(way, 'nodes')]),
  );
}

function outcome(
  { measure: of, max }: Goal,
  generated: readonly BuildSample[],
  byHand: readonly BuildSample[],
): readonly [compared: string, goal: string] {
  const [limit, unit] = 'more' in max ? [max.more, 's more'] : [max.times, 'times'];
  const value = median(
    generated.map((sample, round) => {
      const other = byHand[round]![of];
      return 'more' in max ? sample[of] - other : sample[of] / other;
    }),
  );
  if (Number.isNaN(value)) return ['-', `at most ${limit} ${unit}`];
  return [`**${value.toFixed(2)} ${unit}**`, `at most ${limit} ${unit}, ${value <= limit ? 'met' : 'not met'}`];
}

/** Measured at the end, when a newly started controller no longer compiles. */
async function tellController(flowgate: FlowgateOnController, cpu: CpuClock, report: PartReport): Promise<void> {
  const answer = await flowgate.jenkins.request('/api/json?tree=mode');
  report.figure('Jenkins', answer.headers.get('x-jenkins') ?? 'of unknown version');
  const idle = { before: cpu(), seconds: 5 };
  if (Number.isNaN(idle.before)) return;
  await pause(idle.seconds * 1000);
  report.figure('CPU of an idle Jenkins', `${((100 * (cpu() - idle.before)) / idle.seconds).toFixed(1)} % of a core`);
}

function seconds(way: MeasuredWay, measured: Measure): string {
  const value = typical(way, measured);
  return Number.isNaN(value) ? '-' : `${value.toFixed(2)} s`;
}

/** The median over the rounds. */
function typical({ samples }: MeasuredWay, measured: Measure): number {
  return median(samples.map((sample) => sample[measured]));
}
