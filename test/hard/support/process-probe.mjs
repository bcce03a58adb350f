// Loaded into a gateway before its own modules: reports measurements to the parent process.
import { readdirSync } from 'node:fs';

const pause = 5;
let last = performance.now();
let maxDelay = 0;

setInterval(measure, pause).unref();
process.on('message', (message) => {
  // After the next round of timers, so that pending delays are counted.
  if (message === 'sample' || message === 'sample collected')
    setTimeout(answer, 2 * pause, message === 'sample collected');
});
// Exits with an interrupted test run.
process.on('disconnect', () => process.exit(1));

function measure() {
  const now = performance.now();
  maxDelay = Math.max(maxDelay, now - last - pause);
  last = now;
}

/** @param isCollected whether memory is measured after garbage collection */
function answer(isCollected) {
  measure();
  if (isCollected) globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  process.send({
    maxDelay,
    rss,
    heapUsed,
    resources: process.getActiveResourcesInfo().length,
    descriptors: readdirSync('/proc/self/fd').length,
  });
  maxDelay = 0;
  last = performance.now();
}
