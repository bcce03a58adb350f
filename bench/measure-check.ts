import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import type * as LoadLanguage from '../src/cli/flows/load-language.ts';
import { ratioOf, type Times } from './compare-cpu.ts';
import { median } from './median.ts';
import { sampleFlow } from './sample-flows.ts';
import { sampleWorkflow } from './sample-workflow.ts';

/** CPU time of checking a flow and a workflow of the same size, in milliseconds. */
export interface CheckTime {
  readonly time: number;
  readonly workflowTime: number;
  /** The time for the flow divided by the time for the workflow. */
  readonly ratio: number;
}

/** The max `CheckTime.ratio`. */
export const checkGoal = 1;

const rounds = 31;
// Enough for Node.js to compile hot code.
const warmUpRounds = 10;
const checksPerRound = 100;

// Uses the build, because the loader of this benchmark compiles sources differently.
const builtLanguage = pathToFileURL(join(import.meta.dirname, '../dist/src/cli/flows/load-language.js')).href;

/**
 * Checks flows, and GitHub Actions workflows with the parser of GitHub's editors. Both alternate in one process, and
 * each document is new.
 */
export async function measureCheck(): Promise<CheckTime> {
  process.env = { ...process.env }; // as in src/main.ts, for both
  const { loadLanguage } = (await import(builtLanguage)) as typeof LoadLanguage; // the source of the build
  const language = await loadLanguage({});
  const checkFlow = (seed: number): void => {
    const { problems } = language.check(sampleFlow(seed));
    if (problems.length > 0) throw new Error(`The flow of the bench is not accepted: ${problems[0]?.message}`);
  };
  const times: number[] = [];
  const workflowTimes: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const time = await cpuTime(round, checkFlow);
    const workflowTime = await cpuTime(round, checkWorkflow);
    if (round < warmUpRounds) continue;
    times.push(time);
    workflowTimes.push(workflowTime);
  }
  return { time: median(times), workflowTime: median(workflowTimes), ratio: ratioOf(times, workflowTimes) };
}

async function checkWorkflow(seed: number): Promise<void> {
  const file = { name: 'nightly-report.yaml', content: sampleWorkflow(seed) };
  const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  const [problem] = context.errors.getErrors();
  if (problem !== undefined) throw new Error(`The workflow of the bench is not accepted: ${problem.message}`);
}

/** The time per check in a round. */
async function cpuTime(round: number, check: (seed: number) => void | Promise<void>): Promise<Times[number]> {
  const before = process.cpuUsage();
  for (let index = 0; index < checksPerRound; index++) await check(round * checksPerRound + index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / checksPerRound;
}
