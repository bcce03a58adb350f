// Loaded into a measured program before its own modules: reports measurements to the parent process.
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 1;
let delays;
let maxUsed = 0;

process.on('message', (message) => {
  if (message === 'cpu') process.send(process.cpuUsage());
  // After the next round of timers, so that pending delays are counted.
  else setTimeout(answer, 10 * resolution, message === 'sample collected');
});
// Exits with an interrupted run; the channel must not keep a stopping program alive.
process.on('disconnect', () => process.exit(1));
process.channel.unref();

/** @param isCollected whether memory is measured after garbage collection */
function answer(isCollected) {
  if (delays === undefined) startWatching(); // costs nothing unless it is requested
  if (isCollected) globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  process.send({
    maxDelay: Math.max(0, delays.max / 1e6 - resolution),
    maxUsed,
    rss,
    maxRss: process.resourceUsage().maxRSS * 1024,
    heapUsed,
    resources: process.getActiveResourcesInfo().length,
    descriptors: readdirSync('/proc/self/fd').length,
  });
  delays.reset();
  maxUsed = 0;
}

function startWatching() {
  delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let before = usedByThisThread();
  setInterval(() => {
    const now = usedByThisThread();
    maxUsed = Math.max(maxUsed, now - before);
    before = now;
  }, resolution).unref();
}

/** The CPU time of the event loop's thread in milliseconds; available only on Linux. */
function usedByThisThread() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
