import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { loadBuiltLanguage } from '../rig/built-language.ts';
import { bold, type Part } from '../rig/part.ts';
import { alternate, cpuTimeOf, median, ratioOf } from '../rig/statistics.ts';
import { sampleFlow } from '../samples/sample-flows.ts';
import { sampleWorkflow } from '../samples/sample-workflow.ts';

const rounds = 31;
// Enough for Node.js to compile hot code.
const warmUp = 10;
const checksPerRound = 100;

export const check: Part = {
  name: 'check',
  title: 'Comparison with another parser',
  description: `CPU time in milliseconds to check a flow of 2.3 KB and ten tasks (\`bench/samples/sample-flows.ts\`), compared with a
GitHub Actions workflow of the same size and shape (\`bench/samples/sample-workflow.ts\`) and \`@actions/workflow-parser\`,
which checks less. Both use the same \`yaml\` parser, alternate in one process, and check each document once.`,
  run: async (report) => {
    process.env = { ...process.env }; // as in src/main.ts, for both
    const language = await loadBuiltLanguage({});
    const checkFlow = (seed: number): void => {
      const { problems } = language.check(sampleFlow(seed));
      if (problems.length > 0) throw new Error(`The flow of the bench is not accepted: ${problems[0]?.message}`);
    };
    const { flows, workflows } = await alternate(
      { flows: (round) => timeOfRound(round, checkFlow), workflows: (round) => timeOfRound(round, checkWorkflow) },
      { rounds, warmUp },
    );
    const ratio = bold(ratioOf(flows, workflows), 2);
    report.table('flow | workflow | ratio | goal', [
      [median(flows).toFixed(2), median(workflows).toFixed(2), ratio, 1],
    ]);
  },
};

async function checkWorkflow(seed: number): Promise<void> {
  const file = { name: 'nightly-report.yaml', content: sampleWorkflow(seed) };
  const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  const [problem] = context.errors.getErrors();
  if (problem !== undefined) throw new Error(`The workflow of the bench is not accepted: ${problem.message}`);
}

/** The CPU time per check. */
async function timeOfRound(round: number, checkOne: (seed: number) => void | Promise<void>): Promise<number> {
  const time = await cpuTimeOf(async () => {
    for (let index = 0; index < checksPerRound; index++) await checkOne(round * checksPerRound + index);
  });
  return time / checksPerRound;
}
