import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FlowgateOnController } from '../../test/support/flowgate-on-controller.ts';
import { buildsPage, type RunFacts } from './builds-page.ts';
import { compareBuilds, comparedParts, type BuildComparison, type ComparedPart } from './compare-builds.ts';
import { controllerCpu, type CpuClock } from './controller-cpu.ts';
import { measureStops } from './measure-stops.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    count: { type: 'string', default: '40' },
    seed: { type: 'string' },
  },
});
const parts = Object.keys(comparedParts) as ComparedPart[];
const unknown = positionals.filter((name) => name !== 'stops' && !parts.some((part) => part === name));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}; available: ${parts.join(', ')}, stops`);
  process.exit(1);
}

const pages = join(import.meta.dirname, '..');
const flowgate = await FlowgateOnController.start();
try {
  if (positionals.includes('stops')) {
    const page = await measureStops(flowgate, {
      count: Number(values.count),
      seed: values.seed === undefined ? undefined : Number(values.seed),
    });
    writeFileSync(join(pages, 'STOPS.md'), page);
    console.log(page);
  }
  const chosen = parts.filter((part) => positionals.length === 0 || positionals.includes(part));
  if (chosen.length > 0) {
    const page = await measureBuilds(chosen);
    // Selected parts are printed but not written.
    if (positionals.length === 0) writeFileSync(join(pages, 'JENKINS.md'), page);
    console.log(page);
  }
} finally {
  await flowgate.close();
}

async function measureBuilds(chosen: readonly ComparedPart[]): Promise<string> {
  const cpu = controllerCpu(process.env.JENKINS_PID);
  const load = loadavg()[0] ?? 0;
  const comparisons: BuildComparison[] = [];
  for (const part of chosen) comparisons.push(await compareBuilds({ flowgate, cpu }, part, Number(values.rounds)));
  return buildsPage(comparisons, { load, ...(await controllerFacts(cpu)) });
}

/** Measured at the end, when a newly started controller no longer compiles. */
async function controllerFacts(cpu: CpuClock): Promise<Omit<RunFacts, 'load'>> {
  const answer = await flowgate.jenkins.request('/api/json?tree=mode');
  const idle = { before: cpu(), seconds: 5 };
  await pause(idle.seconds * 1000);
  return {
    jenkinsVersion: answer.headers.get('x-jenkins') ?? 'of unknown version',
    idleCpu: (cpu() - idle.before) / idle.seconds,
  };
}
