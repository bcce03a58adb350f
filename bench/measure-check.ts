import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import type * as LoadLanguage from '../src/cli/flows/load-language.ts';
import { ratioOf, type Times } from './compare-cpu.ts';
import { median } from './median.ts';
import { sampleFlow } from './sample-flows.ts';
import { sampleWorkflow } from './sample-workflow.ts';

/** What a check of a flow costs, beside that of a workflow of the same size; CPU time in milliseconds. */
export interface CheckTime {
  readonly time: number;
  readonly workflowTime: number;
  /** How many times as long as the workflow the flow takes. */
  readonly ratio: number;
}

/** What `CheckTime.ratio` may be. */
export const checkGoal = 1;

const rounds = 31;
// Until Node has compiled what it runs often.
const warmUpRounds = 10;
const checksPerRound = 100;

// As it runs: what this bench itself is started with compiles sources in its own way.
const builtLanguage = pathToFileURL(join(import.meta.dirname, '../dist/src/cli/flows/load-language.js')).href;

/**
 * Checks a flow, and beside it a workflow of GitHub Actions with the parser that its own editors use: in one process, in
 * turns, documents that were never seen before.
 */
export async function measureCheck(): Promise<CheckTime> {
  process.env = { ...process.env }; // as src/main.ts does, for both
  const { loadLanguage } = (await import(builtLanguage)) as typeof LoadLanguage; // what it was compiled from
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

/** Per check, over the checks of one round. */
async function cpuTime(round: number, check: (seed: number) => void | Promise<void>): Promise<Times[number]> {
  const before = process.cpuUsage();
  for (let index = 0; index < checksPerRound; index++) await check(round * checksPerRound + index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / checksPerRound;
}
