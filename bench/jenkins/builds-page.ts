import { cpus } from 'node:os';
import { compared, typical, type BuildComparison, type Measure } from './compare-builds.ts';
import type { MeasuredWay } from './measure-builds.ts';

/** The circumstances of the run. */
export interface RunFacts {
  readonly jenkinsVersion: string;
  /** Load of the machine at the start. */
  readonly load: number;
  /** CPU time of an idle Jenkins, in seconds per second; NaN if unknown. */
  readonly idleCpu: number;
}

interface Goal {
  readonly tasks: number;
  readonly what: string;
  readonly measure: Measure;
  /** Max additional seconds compared with the hand-written pipeline, or max ratio. */
  readonly max: { readonly more: number } | { readonly times: number };
}

const goals: readonly Goal[] = [
  { tasks: 1, what: 'one task: from the request to the end being seen', measure: 'seen', max: { more: 0.3 } },
  { tasks: 1, what: 'one task: build', measure: 'build', max: { times: 1.25 } },
  { tasks: 20, what: '20 tasks: build', measure: 'build', max: { times: 1.05 } },
  { tasks: 20, what: '20 tasks: CPU of Jenkins', measure: 'cpu', max: { times: 1.2 } },
  { tasks: 200, what: '200 tasks: CPU of Jenkins', measure: 'cpu', max: { times: 1.5 } },
];

/** bench/JENKINS.md. */
export function buildsPage(
  comparisons: readonly BuildComparison[],
  { jenkinsVersion, load, idleCpu }: RunFacts,
): string {
  const rounds = comparisons.map(({ tasks, rounds: count }) => `${count} of ${tasks}`).join(', ');
  const hasCpu = !Number.isNaN(idleCpu);
  return `# Generated and hand-written pipelines

Written by \`npm run bench:jenkins\` on ${new Date().toISOString().slice(0, 10)}: Jenkins ${jenkinsVersion}, Node.js ${process.versions.node}, ${cpus().length} cores, a load of ${load.toFixed(1)}
at the start. Medians of rounds (tasks: ${rounds}) in which both alternate; differences and ratios are the medians of those in each round.

Each task is an \`echo\` in a shell. The hand-written pipeline has a declarative stage with one \`sh\` per task or, for 200
tasks, a scripted loop of such stages. The end of a flow is read from Flowgate, that of a build from Jenkins; for one task,
both are polled every 50 ms.

${hasCpu ? `CPU is the time of the Jenkins process alone (when idle, it takes ${(idleCpu * 100).toFixed(1)} % of a core, which is not subtracted), so other programs have little effect. Other builds on the same controller do.` : 'CPU is not measured without `JENKINS_PID`, the process of a controller on this machine.'} Durations are
valid only on an otherwise idle machine.

| | generated | by hand | compared | goal |
|---|---|---|---|---|
${goals.flatMap((goal) => goalRow(goal, comparisons) ?? []).join('\n')}

${comparisons.flatMap((comparison) => (comparison.fast.length > 0 ? variants(comparison) : [])).join('\n')}## Length of the Jenkinsfiles

| tasks | generated (lines) | by hand (lines) | generated (\`[Pipeline]\` lines of the log) | by hand |
|---|---|---|---|---|
${comparisons.map(({ tasks, generated, byHand }) => `| ${tasks} | ${generated.lines} | ${byHand.lines} | ${typical(generated, 'nodes')} | ${typical(byHand, 'nodes')} |`).join('\n')}
`;
}

function goalRow({ tasks, what, measure, max }: Goal, comparisons: readonly BuildComparison[]): string | undefined {
  const comparison = comparisons.find((each) => each.tasks === tasks);
  if (comparison === undefined) return undefined;
  const isDifference = 'more' in max;
  const value = compared(comparison, (generated, byHand) =>
    isDifference ? generated[measure] - byHand[measure] : generated[measure] / byHand[measure],
  );
  const isMet = value <= (isDifference ? max.more : max.times);
  const shown = Number.isNaN(value)
    ? '-'
    : `**${isDifference ? `${value.toFixed(2)} s more` : `${value.toFixed(2)} times`}**`;
  const goal = isDifference ? `at most ${max.more} s more` : `at most ${max.times} times`;
  const outcome = Number.isNaN(value) ? '' : isMet ? ', met' : ', not met';
  return `| ${what} | ${seconds(typical(comparison.generated, measure))} | ${seconds(typical(comparison.byHand, measure))} | ${shown} | ${goal}${outcome} |`;
}

function variants({ tasks, generated, byHand, fast }: BuildComparison): string {
  const offers = fast.some(({ name }) => name.includes('durability: performance'));
  return `## Variants of ${tasks} tasks

Jenkins saves a record for each flow node; there is about one flow node per \`[Pipeline]\` line of the log.${offers ? '' : '\nThis version of Flowgate does not support `durability: performance`.'}

| variant | build | CPU of Jenkins | \`[Pipeline]\` lines |
|---|---|---|---|
${[generated, byHand, ...fast].map(variantRow).join('\n')}

`;
}

function variantRow(way: MeasuredWay): string {
  return `| ${way.name} | ${seconds(typical(way, 'build'))} | ${seconds(typical(way, 'cpu'))} | ${typical(way, 'nodes')} |`;
}

function seconds(value: number): string {
  return Number.isNaN(value) ? '-' : `${value.toFixed(2)} s`;
}
