import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkGoal, measureCheck, type CheckTime } from './measure-check.ts';
import { logLines, measureConsole, scrollFrames, type ConsoleTimes } from './measure-console.ts';
import { measureHttp, type Comparison } from './measure-http.ts';
import { measureLists, storedFlows, type ListTime } from './measure-lists.ts';
import { heldGoal, measureLoop, type LoopTime } from './measure-loop.ts';
import { measureLocal, type LocalTime } from './measure-local.ts';
import { measureMasking, type MaskingTime } from './measure-masking.ts';
import { measureLogs, type LogTime } from './measure-logs.ts';
import { measureQueue, type QueueTime } from './measure-queue.ts';
import { measureScale, scaleSection, type ScaleCosts } from './scale/scale-section.ts';
import { measureStart, type StartCost } from './measure-start.ts';
import { measureTranspile, type TranspileTime } from './measure-transpile.ts';

const shownRequests = 20;

const folder = mkdtempSync(join(tmpdir(), 'flowgate-bench-'));
try {
  // A single part is printed but not written.
  if (process.argv[2] === 'loop') {
    if (process.argv[3] !== 'logs') console.log(loopSection(await measureLoop(folder, process.argv[3])));
    if ((process.argv[3] ?? 'logs') === 'logs') console.log(logsSection(await measureLogs(folder)));
  } else if (process.argv[2] === 'http') {
    console.log(requestsSection(await measureHttp(folder)));
  } else if (process.argv[2] === 'check') {
    console.log(checkSection(await measureCheck()));
  } else if (process.argv[2] === 'local') {
    console.log(localSection(await measureLocal(folder), await measureQueue(folder)));
  } else if (process.argv[2] === 'masking') {
    console.log(maskingSection(await measureMasking()));
  } else if (process.argv[2] === 'console') {
    console.log(consoleSection(await measureConsole(folder)));
  } else if (process.argv[2] === 'start') {
    console.log(startSection(await measureStart(folder)));
  } else if (process.argv[2] === 'scale') {
    console.log(scaleSection(await measureScale(folder)));
  } else {
    const loadBefore = loadavg()[0] ?? 0;
    const report = reportPage(loadBefore, {
      start: await measureStart(folder),
      comparisons: await measureHttp(folder),
      check: await measureCheck(),
      transpilations: await measureTranspile(),
      local: await measureLocal(folder),
      queue: await measureQueue(folder),
      lists: await measureLists(folder),
      scale: await measureScale(folder),
      masking: await measureMasking(),
      page: await measureConsole(folder),
      loop: await measureLoop(folder),
      logs: await measureLogs(folder),
    });
    writeFileSync(join(import.meta.dirname, 'RESULTS.md'), report);
    console.log(report);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Results {
  readonly start: StartCost;
  readonly comparisons: readonly Comparison[];
  readonly check: CheckTime;
  readonly transpilations: readonly TranspileTime[];
  readonly local: readonly LocalTime[];
  readonly queue: QueueTime;
  readonly lists: readonly ListTime[];
  readonly scale: ScaleCosts;
  readonly masking: readonly MaskingTime[];
  readonly page: ConsoleTimes;
  readonly loop: readonly LoopTime[];
  readonly logs: readonly LogTime[];
}

function reportPage(load: number, results: Results): string {
  const { start, comparisons, check, transpilations, local, queue, lists, scale, masking, page, loop, logs } = results;
  return `# Benchmark results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: Node.js ${process.versions.node}, ${cpus().length} cores, a load of ${load.toFixed(1)} from
other programs at the start. The times are from one machine. Load increases the ratios too: programs that share a core and
its caches increase CPU time, especially for code that allocates a lot of memory.

${startSection(start)}
${requestsSection(comparisons)}
${checkSection(check)}
## Transpiling

Median CPU time from a checked flow to its Jenkinsfile. The goal is less than 100 ms for 1,000 tasks, and no more per task than for 100.

| tasks | time (ms) | per task (ms) | Jenkinsfile (KB) |
|---|---|---|---|
${transpilations.map(transpileRow).join('\n')}

${localSection(local, queue)}
## Lists

Lists of ${storedFlows.toLocaleString('en')} flows over HTTP, 50 per page, with sequential requests. The goal is a 99th percentile below 50 ms.

| list | median (ms) | 99% (ms) | max (ms) |
|---|---|---|---|
${lists.map(listRow).join('\n')}

${scaleSection(scale)}
${maskingSection(masking)}
${consoleSection(page)}
${loopSection(loop)}
${logsSection(logs)}`;
}

function startSection({ times, memory }: StartCost): string {
  return `## Start and memory

A gateway with its own Redis, without Jenkins. Wall-clock time from the start of the command to the
first response, in milliseconds; medians of seven starts in turn. Resident memory after 20 seconds without requests.

| start | time (ms) | goal |
|---|---|---|
${times.map(({ what, time, goal }) => `| ${what} | **${time.toFixed(0)}** | ${goal ?? ''} |`).join('\n')}

| process | memory (MB) | goal |
|---|---|---|
${memory.map(({ what, bytes, goal }) => `| ${what} | **${(bytes / 1e6).toFixed(0)}** | ${goal ?? ''} |`).join('\n')}
`;
}

function requestsSection(comparisons: readonly Comparison[]): string {
  return `## Requests

CPU time of the server process per request, in milliseconds: the median of several rounds in which the servers alternate.
Ratios are the median of the ratios in each round.
The floor is a minimal server (\`bench/floor-server.ts\`). It reads the body, validates the request against the same
openapi.yaml and parses the YAML once if the table says so, and responds. It does not log, check hosts or use Redis, and
does not limit how deep or large a document is. Its YAML parser reads the environment of the process for each token, which
takes about a fifth of the parsing time; Flowgate avoids that (\`src/main.ts\`).

| request | Flowgate | floor | floor time | ratio | goal |
|---|---|---|---|---|---|
${comparisons.map(comparisonRow).join('\n')}
`;
}

function checkSection({ time, workflowTime, ratio }: CheckTime): string {
  return `## Comparison with another parser

CPU time in milliseconds to check a flow of 2.3 KB and ten tasks (\`bench/sample-flows.ts\`), compared with a GitHub Actions
workflow of the same size and shape (\`bench/sample-workflow.ts\`) and \`@actions/workflow-parser\`, which checks less. Both use
the same \`yaml\` parser, alternate in one process, and check each document once.

| flow | workflow | ratio | goal |
|---|---|---|---|
| ${time.toFixed(2)} | ${workflowTime.toFixed(2)} | **${ratio.toFixed(2)}** | ${checkGoal} |
`;
}

function localSection(times: readonly LocalTime[], queue: QueueTime): string {
  const { executions, executors, lost, busy, time } = queue;
  return `## The engine of this machine

Wall-clock time in milliseconds, from the text of the flow to the end of the execution; medians of five runs. The time of a
Shell task is the difference to \`sh -c true\` from the same process, in the same round.

| what | time (ms) | goal |
|---|---|---|
${times.map(({ what, time: taken, goal }) => `| ${what} | **${taken.toFixed(taken < 100 ? 1 : 0)}** | ${goal} |`).join('\n')}

${executions} executions of 0.2 seconds, queued at once on a gateway with ${executors} executors: ${lost === 0 ? 'none' : lost} lost. The
executors were busy for **${(100 * busy).toFixed(0)}%** of the ${(time / 1000).toFixed(1)} seconds between the first start and the last end.
`;
}

function consoleSection({ sizes, firstContent, log }: ConsoleTimes): string {
  const { loaded, scrolling, following, memory, rows } = log;
  const lines = logLines.toLocaleString('en');
  return `## The console

What the browser loads, compressed as it is served; a part is what it adds to the first page. A test compares the sizes
with the budgets.

| part | size (KB) | budget (KB) |
|---|---|---|
${sizes.map(({ what, bytes, budget }) => `| ${what} | **${(bytes / 1000).toFixed(0)}** | ${(budget / 1000).toFixed(0)} |`).join('\n')}

Time to the first content of the list of flows in Chromium, in milliseconds from the start of the navigation with an
empty cache; medians of five.

| connection | first paint | the flows |
|---|---|---|
${firstContent.map(({ connection, painted, shown }) => `| ${connection} | ${painted.toFixed(0)} | **${shown.toFixed(0)}** |`).join('\n')}

The log of a task with ${lines} lines. A script that runs for more than 50 ms is a long task.

| what | measured |
|---|---|
| from the start of the navigation to the last line | **${(loaded / 1000).toFixed(1)}** s |
| scrolling from the first line to the last in ${scrollFrames} frames: CPU time per frame | **${(scrolling.cpuTime / scrollFrames).toFixed(1)}** ms |
| the same: the longest frame, in wall-clock time | ${scrolling.longestFrame.toFixed(0)} ms, ${scrolling.longTasks} long tasks |
| following while the lines are written, in ten seconds or more: CPU time per 1,000 lines | **${(following.cpuTime / (logLines / 1000)).toFixed(1)}** ms |
| the same: the longest frame, in wall-clock time | ${following.longestFrame.toFixed(0)} ms, ${following.longTasks} long tasks |
| JavaScript heap of the page with the whole log, whose text the browser may keep outside it | ${memory.toFixed(0)} MB |
| rows in the document | ${rows} |
`;
}

function maskingSection(times: readonly MaskingTime[]): string {
  return `## Masking

CPU time to prepare the search for the secrets of an execution, and to mask a text of 8 MB; the goal is that no secrets
make it slower than 1 MB/s, and that it blocks the event loop for at most ${heldGoal} ms, in wall-clock time, which includes other
programs.

| secrets; text | preparation (ms) | speed (MB/s) | blocks the loop (ms) | memory (MB) |
|---|---|---|---|---|
${times.map(({ name, preparation, speed, held, memory }) => `| ${name} | ${preparation.toFixed(0)} | **${speed.toFixed(1)}** | ${held.toFixed(0)} | ${memory.toFixed(0)} |`).join('\n')}
`;
}

function loopSection(times: readonly LoopTime[]): string {
  const keeping = (clock: 'clock' | 'processor') => times.filter(({ held }) => held[clock] <= heldGoal).length;
  return `## Bodies near the limits

The longest time for which one request blocks the event loop, for ${times.length} requests with bodies near the limits
(\`bench/near-limit-documents.ts\`): in wall-clock time, which includes other programs, and in CPU time. Medians of three
runs. The goal is at most ${heldGoal} ms; ${keeping('clock')} requests meet it in wall-clock time, ${keeping('processor')} in CPU time.
The ${shownRequests} slowest requests:

| request | status | response time (ms) | blocks the loop (ms) | CPU time (ms) |
|---|---|---|---|---|
${times.slice(0, shownRequests).map(loopRow).join('\n')}
`;
}

function logsSection(times: readonly LogTime[]): string {
  return `## Large logs and many artifacts

Executions of the engine of this machine, and clients that read what they left (\`bench/measure-logs.ts\`). Wall-clock
time from the first request to the last byte, with the clients on the same machine; the longest time for which the event
loop was blocked meanwhile, and the largest memory of the gateway so far. The goal is at most ${heldGoal} ms.

| what | time (s) | received (MB) | blocks the loop (ms) | CPU time (ms) | memory (MB) |
|---|---|---|---|---|---|
${times.map(logRow).join('\n')}
`;
}

function logRow({ name, time, received, held, memory }: LogTime): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  return `| ${name} | ${time.toFixed(2)} | ${mb(received)} | **${held.clock.toFixed(1)}** | ${held.processor.toFixed(1)} | ${mb(memory)} |`;
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
