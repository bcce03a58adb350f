import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkGoal, measureCheck, type CheckTime } from './measure-check.ts';
import { measureHttp, type Comparison } from './measure-http.ts';
import { measureLists, storedFlows, type ListTime } from './measure-lists.ts';
import { heldGoal, measureLoop, type LoopTime } from './measure-loop.ts';
import { measureTranspile, type TranspileTime } from './measure-transpile.ts';

const shownRequests = 20;

const folder = mkdtempSync(join(tmpdir(), 'flowgate-bench-'));
try {
  // One part alone is shown and not written.
  if (process.argv[2] === 'loop') {
    console.log(loopSection(await measureLoop(folder, process.argv[3])));
  } else if (process.argv[2] === 'check') {
    console.log(checkSection(await measureCheck()));
  } else {
    const loadBefore = loadavg()[0] ?? 0;
    const report = reportPage(loadBefore, {
      comparisons: await measureHttp(folder),
      check: await measureCheck(),
      transpilations: await measureTranspile(),
      lists: await measureLists(folder),
      loop: await measureLoop(folder),
    });
    writeFileSync(join(import.meta.dirname, 'RESULTS.md'), report);
    console.log(report);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Results {
  readonly comparisons: readonly Comparison[];
  readonly check: CheckTime;
  readonly transpilations: readonly TranspileTime[];
  readonly lists: readonly ListTime[];
  readonly loop: readonly LoopTime[];
}

function reportPage(load: number, { comparisons, check, transpilations, lists, loop }: Results): string {
  return `# Results of the bench

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: Node.js ${process.versions.node}, ${cpus().length} cores, a load of ${load.toFixed(1)} from
other programs when it began. The times are those of one machine. Under load the ratios grow too: programs that share a
core and its caches make CPU time longer, most for what allocates most.

## Requests

CPU time of the server process per request, in milliseconds: the median of several rounds in which the servers take turns,
and for ratios the median of those of each round.
The floor is a server of its own (\`bench/floor-server.ts\`) that does the least: it reads the body, validates the request
against the same openapi.yaml where that is said, parses the YAML once where that is said, and answers; it logs nothing,
checks no host and asks no Redis.

| request | Flowgate | beside | costs | ratio | goal |
|---|---|---|---|---|---|
${comparisons.map(comparisonRow).join('\n')}

${checkSection(check)}
## Transpiling

From a checked flow to its Jenkinsfile, median CPU time; the goal is under 100 ms for 1,000 tasks, and no more per task than for 100.

| tasks | time (ms) | per task (ms) | Jenkinsfile (KB) |
|---|---|---|---|
${transpilations.map(transpileRow).join('\n')}

## Lists

Of ${storedFlows.toLocaleString('en')} flows over HTTP, 50 a page, one request after the other; the goal is a 99th percentile under 50 ms.

| list | median (ms) | 99% (ms) | longest (ms) |
|---|---|---|---|
${lists.map(listRow).join('\n')}

${loopSection(loop)}`;
}

function checkSection({ time, workflowTime, ratio }: CheckTime): string {
  return `## A check beside another parser

CPU time of one check of a flow of 2.3 KB and ten tasks (\`bench/sample-flows.ts\`), in milliseconds, beside that of a workflow of
GitHub Actions of the same size and shape (\`bench/sample-workflow.ts\`) by \`@actions/workflow-parser\`, which checks less. Both
parse with the same \`yaml\`, take turns in one process, and see each document once.

| flow | workflow | ratio | goal |
|---|---|---|---|
| ${time.toFixed(2)} | ${workflowTime.toFixed(2)} | **${ratio.toFixed(2)}** | ${checkGoal} |
`;
}

function loopSection(times: readonly LoopTime[]): string {
  const keeping = (clock: 'clock' | 'processor') => times.filter(({ held }) => held[clock] <= heldGoal).length;
  return `## Bodies near the limits

For how long the event loop does nothing else while one request is answered, of ${times.length} requests with bodies near the limits
(\`bench/near-limit-documents.ts\`): by the clock on the wall, in which other programs have their time too, and in processor
time. Medians of three; the goal is at most ${heldGoal} ms. ${keeping('clock')} keep it by the clock, ${keeping('processor')} in processor time.
The ${shownRequests} that take longest:

| request | status | answered after (ms) | holds the loop (ms) | of it, processor (ms) |
|---|---|---|---|---|
${times.slice(0, shownRequests).map(loopRow).join('\n')}
`;
}

function loopRow({ name, status, answer, held }: LoopTime): string {
  return `| ${name} | ${status} | ${answer.toFixed(0)} | **${held.clock.toFixed(1)}** | ${held.processor.toFixed(1)} |`;
}

function comparisonRow({ what, time, floor, floorTime, ratio, goal }: Comparison): string {
  return `| ${what} | ${time.toFixed(2)} | ${floor} | ${floorTime.toFixed(2)} | **${ratio.toFixed(2)}** | ${goal} |`;
}

function transpileRow({ tasks, time, bytes }: TranspileTime): string {
  return `| ${tasks} | ${time.toFixed(1)} | ${(time / tasks).toFixed(3)} | ${(bytes / 1000).toFixed(0)} |`;
}

function listRow({ what, median, p99, longest }: ListTime): string {
  return `| ${what} | ${median.toFixed(1)} | **${p99.toFixed(1)}** | ${longest.toFixed(1)} |`;
}
