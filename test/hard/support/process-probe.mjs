// Loaded into a gateway in front of its own modules: tells the process that started it how it fares.
import { readdirSync } from 'node:fs';

const pause = 5;
let last = performance.now();
let maxDelay = 0;

setInterval(measure, pause).unref();
process.on('message', (message) => {
  // Behind the next turn of the timers, so that whatever else is waiting is counted.
  if (message === 'sample' || message === 'sample collected')
    setTimeout(answer, 2 * pause, message === 'sample collected');
});
// Nothing that an ended test run started lives on.
process.on('disconnect', () => process.exit(1));

function measure() {
  const now = performance.now();
  maxDelay = Math.max(maxDelay, now - last - pause);
  last = now;
}

/** @param isCollected whether memory is measured without what nothing refers to any more */
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
