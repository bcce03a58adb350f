// Preloaded into each measured server: reports over the IPC channel the CPU time of the process, and the longest delay
// of its event loop since the last report.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 1;
let delays;
let maxUsed = 0;

process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() });
  if (message === 'memory') process.send?.({ memory: process.resourceUsage().maxRSS * 1024 });
  if (message === 'delay') {
    if (delays === undefined) startWatching(); // costs nothing unless it is requested
    process.send?.({ clock: Math.max(0, delays.max / 1e6 - resolution), processor: maxUsed });
    delays.reset();
    maxUsed = 0;
  }
});
// The channel must not keep a stopping server alive.
process.channel?.unref();

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
