// Preloaded into each measured server: answers over the IPC channel how much CPU time the process has used so far, and
// for how long its event loop was held up since this was asked last.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 1;
let delays;
let mostUsed = 0;

process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() });
  if (message === 'delay') {
    if (delays === undefined) startWatching(); // only those who ask pay for it
    process.send?.({ clock: Math.max(0, delays.max / 1e6 - resolution), processor: mostUsed });
    delays.reset();
    mostUsed = 0;
  }
});
// The channel alone must not keep a server alive that was told to stop.
process.channel?.unref();

function startWatching() {
  delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let before = usedByThisThread();
  setInterval(() => {
    const now = usedByThisThread();
    mostUsed = Math.max(mostUsed, now - before);
    before = now;
  }, resolution).unref();
}

/** The processor time of the thread of the event loop in milliseconds; Linux alone tells it. */
function usedByThisThread() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
