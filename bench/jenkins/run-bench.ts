import { parseArgs } from 'node:util';
import { FlowgateOnController } from '../../test/support/flowgate-on-controller.ts';
import { runParts } from '../rig/run-parts.ts';
import { pipelineParts } from './measure-pipelines.ts';
import { stopsPart } from './measure-stops.ts';

const { values, positionals: args } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 1_000_000) },
  },
});

const pipelines = `# Generated and hand-written pipelines

Written by \`npm run bench:jenkins\`. Each task is an \`echo\` in a shell. The hand-written pipeline has a declarative stage
with one \`sh\` per task or, for 200 tasks, a scripted loop of such stages. The end of a flow is read from Flowgate, that of
a build from Jenkins; for one task, both are polled every 50 ms.

CPU is the time of the Jenkins process alone, without a subtraction of what it takes when idle, so other programs have
little effect. Other builds on the same controller do. It is not measured without \`JENKINS_PID\`, the process of a
controller on this machine. Durations are valid only on an otherwise idle machine. Jenkins saves a record for each flow
node; there is about one flow node per \`[Pipeline]\` line of the log.`;

const flowgate = await FlowgateOnController.start();
const stops = stopsPart(flowgate, { count: Number(values.count), seed: Number(values.seed) });
const close = () => flowgate.close();
if (args.includes('stops'))
  await runParts([stops], { page: 'STOPS.md', head: '# Stops', keepsParts: true, args, close });
const parts = pipelineParts(flowgate, Number(values.rounds));
await runParts(parts, { page: 'JENKINS.md', head: pipelines, keepsParts: false, args, close });
